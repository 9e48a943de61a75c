import { useFormContext, useWatch } from "react-hook-form";
import type { SettingsValues } from "#ui/platform/settings/form-values.ts";
import { TextField } from "#ui/platform/settings/text-field.tsx";
import { formatCount } from "#ui/shell/format/plural.ts";

/** "At most 2 campaign texts in 7 days", as two fields. */
export function FrequencyCap() {
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
