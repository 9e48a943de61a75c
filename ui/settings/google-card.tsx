import type { Settings } from "#src/settings/contract.ts";
import { CardBadge } from "./connection-badge.tsx";
import { GOOGLE } from "./connections.ts";
import { GoogleConnection } from "./google-connection.tsx";
import { SEALED, SecretSetting } from "./secret-setting.tsx";
import { SectionCard } from "./section-card.tsx";
import { TextField } from "./text-field.tsx";

export function GoogleCard({ settings }: { settings: Settings }) {
  return (
    <SectionCard id="google" aside={<CardBadge connection={GOOGLE} settings={settings} />}>
      <TextField
        name="googlePlaceId"
        label="Place ID"
        placeholder="ChIJ…"
        spellCheck={false}
        hint="Names your business on Google Maps. With the API key it fetches the newest 5 reviews."
      />
      <SecretSetting
        name="googleApiKey"
        label="API key"
        hint={`With Places API (New) switched on. ${SEALED}`}
        settings={settings}
      />
      <TextField
        name="googleOAuthClientId"
        label="OAuth client ID"
        placeholder="….apps.googleusercontent.com"
        spellCheck={false}
        hint="For all reviews instead of five, by signing in with the account that manages the business."
      />
      <SecretSetting
        name="googleOAuthClientSecret"
        label="OAuth client secret"
        settings={settings}
      />
      <TextField
        name="googleReviewsCacheDurationMinutes"
        label="Fetch reviews at most every (minutes)"
        type="number"
        min={1}
        inputMode="numeric"
      />
      <GoogleConnection settings={settings} />
    </SectionCard>
  );
}
