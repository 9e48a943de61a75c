import type { Settings } from "#src/platform/settings/contract.ts";
import { lazy } from "#ui/kit/lazy.ts";
import { useLazyPart } from "#ui/kit/lazy-part.tsx";
import { AreaField } from "#ui/messaging/settings/area-field.tsx";
import { ConnectionBadge } from "#ui/platform/settings/connection-badge.tsx";
import { ConnectionTest } from "#ui/platform/settings/connection-test.tsx";
import { ASSISTANT } from "#ui/platform/settings/connections.ts";
import { SEALED, SecretSetting } from "#ui/platform/settings/secret-setting.tsx";
import { SectionCard } from "#ui/platform/settings/section-card.tsx";

/** Below the fold. */
export const callFields = lazy(async () => (await import("./call-fields.tsx")).CallFields);

export function VoiceCard({ settings }: { settings: Settings }) {
  const Fields = useLazyPart(callFields);
  return (
    <SectionCard
      id="voice"
      trailing={<ConnectionBadge connection={ASSISTANT} settings={settings} />}
    >
      <SecretSetting
        name="openaiApiKey"
        label="OpenAI API key"
        hint={`Answers callers and drafts agreements. ${SEALED}`}
        settings={settings}
      />
      <SecretSetting
        name="elevenlabsApiKey"
        label="ElevenLabs API key (optional)"
        hint="A more natural voice when calls go sentence by sentence. Stored encrypted."
        settings={settings}
      />
      <ConnectionTest connection={ASSISTANT} settings={settings} />
      <AreaField
        name="aiBusinessDescription"
        label="Business description"
        rows={4}
        placeholder="A hair and skin salon in Austin. Closed on Sundays. Parking behind the building."
        hint="What the AI receptionist can tell callers: services, prices, parking, policies. It won't tell them anything else."
      />
      <AreaField
        name="aiGreeting"
        label="Greeting"
        rows={2}
        placeholder={`Thank you for calling ${settings.businessName || "us"}. How can I help you?`}
        hint="Said first. We always add that this is an assistant and that the call is transcribed."
      />
      {Fields && <Fields settings={settings} />}
    </SectionCard>
  );
}
