import type { Settings } from "#src/platform/settings/contract.ts";
import { lazy, useLazy } from "#ui/kit/lazy.ts";
import { ConnectionBadge } from "#ui/platform/settings/connection-badge.tsx";
import { ConnectionTest } from "#ui/platform/settings/connection-test.tsx";
import { TWILIO } from "#ui/platform/settings/connections.ts";
import { SecretSetting } from "#ui/platform/settings/secret-setting.tsx";
import { SectionCard } from "#ui/platform/settings/section-card.tsx";
import { TextField } from "#ui/platform/settings/text-field.tsx";

// At the end of the card, so the first paint can do without it.
const registration = lazy(async () => (await import("./registration.tsx")).Registration);

export function TwilioCard({ settings }: { settings: Settings }) {
  const Registration = useLazy(true, registration);
  return (
    <SectionCard id="twilio" trailing={<ConnectionBadge connection={TWILIO} settings={settings} />}>
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
      <ConnectionTest connection={TWILIO} settings={settings} />
      {Registration && <Registration />}
    </SectionCard>
  );
}
