import type { UseFormReturn } from "react-hook-form";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
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
    <div className="grid grid-cols-[1.3fr_1fr_1fr] items-start gap-3 phone:grid-cols-2">
      <Field label="Date" error={errors.date?.message} className="phone:col-span-2">
        <Input {...register("date", { onChange })} type="date" />
      </Field>
      <Field label="Start time" error={errors.startTime?.message}>
        <Input
          {...register("startTime", {
            onChange({ target }: { target: HTMLInputElement }) {
              onChange();
              const end = target.value === "" ? undefined : endFor(target.value);
              if (end !== undefined) setValue("endTime", end, { shouldValidate: isSubmitted });
            },
          })}
          type="time"
          step={300}
        />
      </Field>
      <Field label="End time" error={errors.endTime?.message}>
        <Input {...register("endTime", { onChange })} type="time" step={300} />
      </Field>
    </div>
  );
}
