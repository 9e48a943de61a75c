import type { Settings } from "#src/settings/contract.ts";
import { AreaField } from "./area-field.tsx";
import { SEALED, SecretSetting } from "./secret-setting.tsx";
import { SectionCard } from "./section-card.tsx";
import { TextField } from "./text-field.tsx";

export function VoiceCard({ settings }: { settings: Settings }) {
  return (
    <SectionCard id="voice">
      <SecretSetting
        name="openaiApiKey"
        label="OpenAI API key"
        hint={`Answers callers and drafts agreements. ${SEALED}`}
        settings={settings}
      />
      <SecretSetting
        name="elevenlabsApiKey"
        label="ElevenLabs API key (optional)"
        hint="For a more natural voice. Stored encrypted."
        settings={settings}
      />
      <AreaField
        name="aiBusinessDescription"
        label="Business description"
        rows={4}
        placeholder="A hair and skin salon in Austin. Open Tuesday to Saturday. Parking behind the house."
        hint="What the assistant may tell callers: services, prices, parking, house rules. It tells nothing else."
      />
      <AreaField
        name="aiGreeting"
        label="Greeting"
        rows={2}
        placeholder={`Thank you for calling ${settings.businessName || "us"}. How can I help you?`}
        hint="Said first. That an assistant speaks and the call is written down is always said too."
      />
      <TextField
        name="callTranscriptRetentionDays"
        label="Keep call transcripts (days)"
        type="number"
        min={1}
        inputMode="numeric"
        hint="Older calls are deleted with every word. What callers asked to book stays in AI Appointments."
      />
    </SectionCard>
  );
}
