import type { Settings } from "#src/platform/settings/contract.ts";
import { CardBadge } from "#ui/platform/settings/connection-badge.tsx";
import { GOOGLE } from "#ui/platform/settings/connections.ts";
import { SEALED, SecretSetting } from "#ui/platform/settings/secret-setting.tsx";
import { SectionCard } from "#ui/platform/settings/section-card.tsx";
import { NumberField, TextField } from "#ui/platform/settings/text-field.tsx";
import { GoogleConnection } from "./google-connection.tsx";

export function GoogleCard({ settings }: { settings: Settings }) {
  return (
    <SectionCard id="google" trailing={<CardBadge connection={GOOGLE} settings={settings} />}>
      <TextField
        name="googlePlaceId"
        label="Place ID"
        placeholder="ChIJ…"
        spellCheck={false}
        hint="Identifies your business on Google Maps. With the API key, it fetches the newest 5 reviews."
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
        hint="Fetches all reviews instead of five. You'll sign in with the account that manages the business."
      />
      <SecretSetting
        name="googleOAuthClientSecret"
        label="OAuth client secret"
        settings={settings}
      />
      <NumberField
        name="googleReviewsCacheDurationMinutes"
        label="Fetch reviews at most every (minutes)"
      />
      <GoogleConnection settings={settings} />
    </SectionCard>
  );
}
