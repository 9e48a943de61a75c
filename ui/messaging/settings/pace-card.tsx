import { useFormContext, useWatch } from "react-hook-form";
import { formatCount } from "#src/shared/format-count.ts";
import type { SettingsValues } from "#ui/platform/settings/form-values.ts";
import { SectionCard, WIDE } from "#ui/platform/settings/section-card.tsx";
import { SwitchSetting } from "#ui/platform/settings/switch-setting.tsx";
import { NumberField, TextField, TimeSetting } from "#ui/platform/settings/text-field.tsx";
import { formatPace } from "./pace-format.ts";

export function PaceCard() {
  const { control } = useFormContext<SettingsValues>();
  const [count, delay, quiet] = useWatch({
    control,
    name: ["messageCount", "delaySeconds", "quietHoursEnabled"],
  });
  return (
    <SectionCard id="pace">
      <NumberField name="messageCount" label="Messages per send" />
      <NumberField name="delaySeconds" label="Delay between messages (seconds)" />
      <p className={`hint num ${WIDE}`} role="status">
        {formatPace(count, delay)}
      </p>
      <TextField
        name="maxSegmentsPerSecond"
        label="Segments per second (optional)"
        inputMode="decimal"
        hint="Your carrier limit. It can only slow the pace above."
      />
      <NumberField
        name="dailyCap"
        label="Daily cap (optional)"
        hint="After this many texts in a day, campaigns wait until tomorrow."
      />
      <FrequencyCap />
      <SwitchSetting
        name="quietHoursEnabled"
        apart
        hint="Campaigns, reminders and other automatic texts wait while it's night for you or the client. Replies and confirmations are sent at any hour."
      >
        Quiet hours
      </SwitchSetting>
      {quiet && (
        <>
          <TimeSetting name="quietHoursStart" label="From" />
          <TimeSetting name="quietHoursEnd" label="Until" />
          <SwitchSetting
            name="campaignsOnSundaysAndHolidays"
            hint="When this is on, they still wait until noon on Sundays. When it's off, they wait for the next working day."
          >
            Send campaigns on Sundays and holidays
          </SwitchSetting>
        </>
      )}
    </SectionCard>
  );
}

/** "At most 2 campaign texts in 7 days", as two fields. */
function FrequencyCap() {
  const { control } = useFormContext<SettingsValues>();
  const [texts, days] = useWatch({ control, name: ["frequencyCapMessages", "frequencyCapDays"] });
  return (
    <>
      <NumberField
        name="frequencyCapMessages"
        label="Campaign texts per client (optional)"
        max={100}
        hint={
          texts === ""
            ? "Clients at the limit are skipped."
            : `At most ${formatCount(Number(texts), "campaign text")} in ${formatCount(Number(days), "day")}.`
        }
      />
      <NumberField name="frequencyCapDays" label="Within days" max={90} />
    </>
  );
}
