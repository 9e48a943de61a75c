import type { ComponentProps } from "react";
import type { UseFormReturn } from "react-hook-form";
import { Field } from "#ui/kit/field.tsx";
import { Textarea } from "#ui/kit/textarea.tsx";
import { DateInput, TimeInput } from "#ui/shell/fields/date-input.tsx";
import type { FormValues } from "./form-values.ts";

interface TimeInputsProps {
  form: UseFormReturn<FormValues>;
  /** The end that a new start proposes; undefined to leave it. */
  endFor: (startTime: string) => string | undefined;
  /** A changed time clears the conflict. */
  onChange: () => void;
}

/** Day, start and end. */
export function TimeInputs({ form, endFor, onChange }: TimeInputsProps) {
  const { register, setValue, formState } = form;
  const { errors, isSubmitted } = formState;
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <Field label="Date" error={errors.date?.message} className="col-span-2">
        <DateInput {...register("date", { onChange })} />
      </Field>
      <Field label="Start time" error={errors.startTime?.message}>
        <TimeInput
          {...register("startTime", {
            onChange({ target }: { target: HTMLInputElement }) {
              onChange();
              const end = target.value === "" ? undefined : endFor(target.value);
              if (end !== undefined) setValue("endTime", end, { shouldValidate: isSubmitted });
            },
          })}
          step={300}
        />
      </Field>
      <Field label="End time" error={errors.endTime?.message}>
        <TimeInput {...register("endTime", { onChange })} step={300} />
      </Field>
    </div>
  );
}

/** What staff should know about a visit: one line, until there is more. */
export function NoteField(props: ComponentProps<"textarea">) {
  return (
    <Field label="Note (optional)">
      <Textarea
        rows={1}
        className="grows"
        maxLength={1000}
        autoComplete="off"
        placeholder="Only your team reads it."
        {...props}
      />
    </Field>
  );
}
