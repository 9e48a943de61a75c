import { Controller, useFormContext, useWatch } from "react-hook-form";
import type { Settings } from "#src/platform/settings/contract.ts";
import { Field } from "#ui/kit/field.tsx";
import { Select } from "#ui/kit/select.tsx";
import { AreaField } from "#ui/messaging/settings/area-field.tsx";
import { MessagePreview } from "#ui/messaging/settings/message-preview.tsx";
import { CALL_MODES } from "#ui/platform/settings/choices.ts";
import { ConnectionTest } from "#ui/platform/settings/connection-test.tsx";
import { ASSISTANT } from "#ui/platform/settings/connections.ts";
import type { SettingsValues } from "#ui/platform/settings/form-values.ts";
import { SEALED, SecretSetting } from "#ui/platform/settings/secret-setting.tsx";
import { SectionCard } from "#ui/platform/settings/section-card.tsx";
import { SwitchSetting } from "#ui/platform/settings/switch-setting.tsx";
import { TextField } from "#ui/platform/settings/text-field.tsx";
import { TryAssistant } from "./try-assistant.tsx";

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
        hint="For a more natural voice where calls go sentence by sentence. Stored encrypted."
        settings={settings}
      />
      <ConnectionTest connection={ASSISTANT} settings={settings} />
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
        name="aiHandoverNumber"
        label="Connect callers to"
        type="tel"
        placeholder={settings.businessPhone}
        hint="Who asks for a person, or presses 0, is put through. Empty: your help phone. The assistant never says this number."
      />
      <CallMode />
      <MissedCalls settings={settings} />
      <TextField
        name="callTranscriptRetentionDays"
        label="Keep call transcripts (days)"
        type="number"
        min={1}
        inputMode="numeric"
        hint="Older calls are deleted with every word. What callers asked to book stays in AI Appointments."
      />
      <TryAssistant settings={settings} />
    </SectionCard>
  );
}

function CallMode() {
  const { control } = useFormContext<SettingsValues>();
  return (
    <Controller
      control={control}
      name="aiCallMode"
      render={({ field, fieldState }) => (
        <Field
          label="How calls are heard"
          hint="Live needs Twilio's AI features switched on in its console; the other works everywhere and answers more slowly."
          error={fieldState.error?.message}
        >
          <Select value={field.value} onValueChange={field.onChange} options={CALL_MODES} />
        </Field>
      )}
    />
  );
}

function MissedCalls({ settings }: { settings: Settings }) {
  const { control } = useFormContext<SettingsValues>();
  const [isOn, text] = useWatch({ control, name: ["missedCallTextEnabled", "missedCallText"] });
  return (
    <>
      <SwitchSetting
        apart
        name="missedCallTextEnabled"
        hint="Once, and at most once a day, when a call was missed or cut off. Not to who opted out or hides the number, nor to strangers from countries that get no codes (see Verification Codes)."
      >
        Text back who could not be talked to
      </SwitchSetting>
      {isOn && (
        <>
          <AreaField
            name="missedCallText"
            label="Text after a missed call"
            hint="{businessName} is filled in."
          />
          <MessagePreview message={text} businessName={settings.businessName} />
        </>
      )}
    </>
  );
}
