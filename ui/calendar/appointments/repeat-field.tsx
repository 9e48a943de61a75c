import type { UseFormReturn } from "react-hook-form";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { Segmented } from "#ui/kit/segmented.tsx";
import { Select } from "#ui/kit/select.tsx";
import type { FormValues } from "./form-values.ts";
import { CUSTOM, NEVER, RHYTHMS } from "./repeat-values.ts";
import { RepeatVisits } from "./repeat-visits.tsx";
import type { RepeatPreview } from "./use-repeat-preview.ts";

interface RepeatFieldProps {
  form: UseFormReturn<FormValues>;
  preview: RepeatPreview;
  /** A changed rhythm clears the conflict. */
  onChange: () => void;
}

/** How often an appointment repeats and until when, with the visits that this gives. */
export function RepeatField({ form, preview, onChange }: RepeatFieldProps) {
  const { register, watch, setValue, formState } = form;
  const { errors, isSubmitted } = formState;
  const [repeats, ends] = [watch("repeats"), watch("ends")];
  const set = (field: "repeats" | "ends", value: string) => {
    setValue(field, value as never, { shouldDirty: true, shouldValidate: isSubmitted });
    onChange();
  };
  return (
    <div className="grid gap-3">
      <div className="grid grid-cols-[1.3fr_1fr] items-start gap-3 phone:grid-cols-1">
        <Field label="Repeats">
          <Select
            value={repeats}
            onValueChange={(value) => set("repeats", value)}
            options={RHYTHMS}
          />
        </Field>
        {repeats === CUSTOM && (
          <Field label="Weeks between visits" error={errors.everyWeeks?.message}>
            <Input {...register("everyWeeks", { onChange })} {...FIGURE} min={1} />
          </Field>
        )}
      </div>
      {repeats !== NEVER && (
        <div className="grid grid-cols-[1.3fr_1fr] items-end gap-3 phone:grid-cols-1">
          <Segmented
            label="Ends"
            value={ends}
            onValueChange={(value) => set("ends", value)}
            options={[
              { value: "count", label: "Ends after" },
              { value: "until", label: "Ends on" },
            ]}
          />
          {ends === "count" ? (
            <Field label="Visits" error={errors.count?.message}>
              <Input {...register("count", { onChange })} {...FIGURE} min={2} />
            </Field>
          ) : (
            <Field label="Last day" error={errors.until?.message}>
              <Input {...register("until", { onChange })} type="date" />
            </Field>
          )}
        </div>
      )}
      {repeats !== NEVER && <RepeatVisits {...preview} />}
    </div>
  );
}

const FIGURE = { type: "number", inputMode: "numeric", max: 52, className: "num" } as const;
