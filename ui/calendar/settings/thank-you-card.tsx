import { useFormContext, useWatch } from "react-hook-form";
import type { Settings } from "#src/platform/settings/contract.ts";
import { MAX_THANK_YOU_DELAY_MINUTES } from "#src/platform/settings/fields-contract.ts";
import { AutomaticTextLink } from "#ui/calendar/settings/automatic-text-link.tsx";
import { AreaField } from "#ui/messaging/settings/area-field.tsx";
import { MessagePreview } from "#ui/messaging/settings/message-preview.tsx";
import type { SettingsValues } from "#ui/platform/settings/form-values.ts";
import { SectionCard } from "#ui/platform/settings/section-card.tsx";
import { SwitchSetting } from "#ui/platform/settings/switch-setting.tsx";
import { NumberField } from "#ui/platform/settings/text-field.tsx";

export function ThankYouCard({ settings }: { settings: Settings }) {
  const { control } = useFormContext<SettingsValues>();
  const message = useWatch({ control, name: "appointmentThankYouMessage" });
  return (
    <SectionCard id="thank-you" trailing={<AutomaticTextLink id="thank-you" />}>
      <SwitchSetting
        name="appointmentThankYouEnabled"
        hint="One text after each appointment from now on. Skips clients who opted out, can't be reached or have no number."
      >
        Thank clients after their appointment
      </SwitchSetting>
      <AreaField
        name="appointmentThankYouMessage"
        label="Thank-you message"
        hint="We fill in {clientName} and {service}."
      />
      <MessagePreview message={message} businessName={settings.businessName} />
      <NumberField
        name="appointmentThankYouDelayMinutes"
        label="Minutes after the end"
        min={0}
        max={MAX_THANK_YOU_DELAY_MINUTES}
        hint="0 to 1440. We check every 2 minutes."
      />
    </SectionCard>
  );
}
