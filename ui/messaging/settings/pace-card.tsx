import { useFormContext, useWatch } from "react-hook-form";
import { Switch } from "#ui/kit/switch.tsx";
import type { SettingsValues } from "#ui/platform/settings/form-values.ts";
import { SectionCard, WIDE } from "#ui/platform/settings/section-card.tsx";
import { TextField } from "#ui/platform/settings/text-field.tsx";
import { formatCount } from "#ui/shell/format/plural.ts";
import { formatPace } from "./pace-format.ts";

export function PaceCard() {
  const { register, control } = useFormContext<SettingsValues>();
  const [count, delay, quiet] = useWatch({
    control,
    name: ["messageCount", "delaySeconds", "quietHoursEnabled"],
  });
  return (
    <SectionCard id="pace">
      <TextField
        name="messageCount"
        label="Messages per send"
        type="number"
        min={1}
        inputMode="numeric"
      />
      <TextField
        name="delaySeconds"
        label="Delay between messages (seconds)"
        type="number"
        min={1}
        inputMode="numeric"
      />
      <p className={`hint num ${WIDE}`} role="status">
        {formatPace(count, delay)}
      </p>
      <TextField
        name="maxSegmentsPerSecond"
        label="Segments per second (optional)"
        inputMode="decimal"
        hint="Your carrier limit. It can only slow the pace above."
      />
      <TextField
        name="dailyCap"
        label="Daily cap (optional)"
        type="number"
        min={1}
        inputMode="numeric"
        hint="After this many texts in a day, campaigns wait until tomorrow."
      />
      <FrequencyCap />
      <div className={`${WIDE} border-line border-t pt-4`}>
        <Switch {...register("quietHoursEnabled")} aria-describedby="quiet-hours-hint">
          Quiet hours
        </Switch>
        <p id="quiet-hours-hint" className="hint mt-1">
          Campaigns wait while it's night for you or the client, and before noon on Sundays. Inbox
          replies are sent at any hour.
        </p>
      </div>
      {quiet && (
        <>
          <TextField name="quietHoursStart" label="From" type="time" />
          <TextField name="quietHoursEnd" label="Until" type="time" />
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
      <TextField
        name="frequencyCapMessages"
        label="Campaign texts per client (optional)"
        type="number"
        min={1}
        max={100}
        inputMode="numeric"
        hint={
          texts === ""
            ? "Clients at the limit are skipped."
            : `At most ${formatCount(Number(texts), "campaign text")} in ${formatCount(Number(days), "day")}.`
        }
      />
      <TextField
        name="frequencyCapDays"
        label="Within days"
        type="number"
        min={1}
        max={90}
        inputMode="numeric"
      />
    </>
  );
}
