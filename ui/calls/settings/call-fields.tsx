import { useFormContext, useWatch } from "react-hook-form";
import type { Settings } from "#src/platform/settings/contract.ts";
import { AreaField } from "#ui/messaging/settings/area-field.tsx";
import { MessagePreview } from "#ui/messaging/settings/message-preview.tsx";
import { CALL_MODES } from "#ui/platform/settings/choices.ts";
import type { SettingsValues } from "#ui/platform/settings/form-values.ts";
import { SelectSetting } from "#ui/platform/settings/select-setting.tsx";
import { SwitchSetting } from "#ui/platform/settings/switch-setting.tsx";
import { NumberField, TextField } from "#ui/platform/settings/text-field.tsx";
import { TryAssistant } from "./try-assistant.tsx";

/** How the assistant talks with callers, and a test call. */
export function CallFields({ settings }: { settings: Settings }) {
  return (
    <>
      <TextField
        name="aiHandoverNumber"
        label="Connect callers to"
        type="tel"
        placeholder={settings.businessPhone}
        hint="Callers who ask for a person or press 0 are connected. Leave blank to use your help phone. The AI receptionist never says this number."
      />
      <SelectSetting
        name="aiCallMode"
        label="How the AI receptionist listens"
        hint="Live needs Twilio's AI features, which you turn on in its console. Sentence by sentence works everywhere but answers more slowly."
        options={CALL_MODES}
      />
      <MissedCalls settings={settings} />
      <NumberField
        name="callTranscriptRetentionDays"
        label="Keep call transcripts (days)"
        hint="Older calls and their transcripts are deleted. Requests from callers stay in AI Appointments."
      />
      <TryAssistant settings={settings} />
    </>
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
        hint="At most once a day, after a missed or dropped call. Never sent to hidden numbers, clients who opted out, or unknown numbers in countries that don't get codes (see Verification Codes)."
      >
        Text callers back after missed calls
      </SwitchSetting>
      {isOn && (
        <>
          <AreaField
            name="missedCallText"
            label="Text after a missed call"
            hint="We fill in {businessName}."
          />
          <MessagePreview message={text} businessName={settings.businessName} />
        </>
      )}
    </>
  );
}
