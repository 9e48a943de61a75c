import { useFormContext, useWatch } from "react-hook-form";
import type { Settings } from "#src/platform/settings/contract.ts";
import { MAX_SECOND_REMINDER_HOURS } from "#src/platform/settings/fields-contract.ts";
import { AutomaticTextLink } from "#ui/calendar/settings/automatic-text-link.tsx";
import { AreaField } from "#ui/messaging/settings/area-field.tsx";
import { MessagePreview } from "#ui/messaging/settings/message-preview.tsx";
import type { SettingsValues } from "#ui/platform/settings/form-values.ts";
import { SectionCard } from "#ui/platform/settings/section-card.tsx";
import { SwitchSetting } from "#ui/platform/settings/switch-setting.tsx";
import { NumberField, TimeSetting } from "#ui/platform/settings/text-field.tsx";

export function ReminderCard({ settings }: { settings: Settings }) {
  const { control } = useFormContext<SettingsValues>();
  const message = useWatch({ control, name: "appointmentReminderMessage" });
  return (
    <SectionCard id="reminder" trailing={<AutomaticTextLink id="reminder" />}>
      <SwitchSetting
        name="appointmentReminderEnabled"
        hint="One text the day before, with a link to change visits that were booked online. Clients reply C to confirm or X to ask to cancel."
      >
        Remind clients about their appointment
      </SwitchSetting>
      <AreaField
        name="appointmentReminderMessage"
        label="Reminder message"
        hint="We fill in {clientName}, {service}, {date}, {time}, {employee} and {businessName}."
      />
      <MessagePreview message={message} businessName={settings.businessName} />
      <TimeSetting
        name="appointmentReminderTime"
        label="Sent the day before at"
        hint="Never during quiet hours. Visits booked later are reminded an hour after they're booked."
      />
      <SwitchSetting
        name="appointmentSecondReminderEnabled"
        hint="The same text on the day of the visit. Left out when quiet hours end too late for it."
      >
        Remind clients again before they come
      </SwitchSetting>
      <NumberField
        name="appointmentSecondReminderHours"
        label="Hours before the visit"
        min={1}
        max={MAX_SECOND_REMINDER_HOURS}
        hint={`1 to ${MAX_SECOND_REMINDER_HOURS}.`}
      />
    </SectionCard>
  );
}
