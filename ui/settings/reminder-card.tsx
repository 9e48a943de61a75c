import { useFormContext, useWatch } from "react-hook-form";
import type { Settings } from "#src/settings/contract.ts";
import { AreaField } from "./area-field.tsx";
import type { SettingsValues } from "./form-values.ts";
import { MessagePreview } from "./message-preview.tsx";
import { SectionCard } from "./section-card.tsx";
import { SwitchSetting } from "./switch-setting.tsx";
import { TextField } from "./text-field.tsx";

export function ReminderCard({ settings }: { settings: Settings }) {
  const { control } = useFormContext<SettingsValues>();
  const message = useWatch({ control, name: "appointmentReminderMessage" });
  return (
    <SectionCard id="reminder">
      <SwitchSetting
        name="appointmentReminderEnabled"
        hint="One text the day before. A client who answers C confirms, one who answers X asks to cancel."
      >
        Remind clients of their appointment
      </SwitchSetting>
      <AreaField
        name="appointmentReminderMessage"
        label="Reminder message"
        hint="{clientName}, {service}, {date}, {time}, {employee} and {businessName} are filled in."
      />
      <MessagePreview message={message} businessName={settings.businessName} />
      <TextField
        name="appointmentReminderTime"
        label="Sent the day before at"
        type="time"
        hint="Never in quiet hours."
      />
    </SectionCard>
  );
}
