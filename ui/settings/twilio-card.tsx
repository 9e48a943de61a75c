import type { Settings } from "#src/settings/contract.ts";
import { CardBadge } from "./connection-badge.tsx";
import { TWILIO } from "./connections.ts";
import { Registration } from "./registration.tsx";
import { SecretSetting } from "./secret-setting.tsx";
import { SectionCard } from "./section-card.tsx";
import { TextField } from "./text-field.tsx";

export function TwilioCard({ settings }: { settings: Settings }) {
  return (
    <SectionCard id="twilio" aside={<CardBadge connection={TWILIO} settings={settings} />}>
      <TextField
        name="twilioAccountSid"
        label="Account SID"
        className="num"
        placeholder="AC…"
        spellCheck={false}
      />
      <SecretSetting name="twilioAuthToken" label="Auth token" settings={settings} />
      <TextField
        name="twilioPhoneNumber"
        label="Phone number"
        type="tel"
        placeholder="+1"
        hint="The number your texts come from."
      />
      <TextField
        name="twilioMessagingServiceSid"
        label="Messaging Service SID (optional)"
        placeholder="MG…"
        spellCheck={false}
        hint="Only if you registered your number with one."
      />
      <Registration />
    </SectionCard>
  );
}
