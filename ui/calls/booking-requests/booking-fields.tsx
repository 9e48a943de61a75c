import type { UseFormReturn } from "react-hook-form";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { Select } from "#ui/kit/select.tsx";
import type { BookingValues } from "./booking-values.ts";

interface BookingFieldsProps {
  form: UseFormReturn<BookingValues>;
  /** Undefined while they load. */
  employees: readonly { id: number; name: string }[] | undefined;
  /** A changed time clears the conflict. */
  onChange: () => void;
}

export function BookingFields({ form, employees, onChange }: BookingFieldsProps) {
  const { register, watch, setValue, formState } = form;
  const { errors, isSubmitted } = formState;
  const options = { onChange };
  return (
    <>
      <div className="grid grid-cols-2 items-start gap-3 phone:grid-cols-1">
        <Field label="Client" error={errors.clientName?.message}>
          <Input {...register("clientName")} autoComplete="off" />
        </Field>
        <Field label="Service" error={errors.service?.message}>
          <Input {...register("service")} autoComplete="off" maxLength={200} />
        </Field>
      </div>
      <Field
        label="Employee"
        error={errors.employeeId?.message}
        hint={employees?.length === 0 && "Add your employees in Settings first."}
      >
        <Select
          value={watch("employeeId") || undefined}
          placeholder="Choose an employee"
          onValueChange={(employeeId) => {
            setValue("employeeId", employeeId, { shouldDirty: true, shouldValidate: isSubmitted });
            onChange();
          }}
          options={(employees ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      </Field>
      <div className="grid grid-cols-[1.3fr_1fr_1fr] items-start gap-3 phone:grid-cols-2">
        <Field label="Date" error={errors.date?.message} className="phone:col-span-2">
          <Input {...register("date", options)} type="date" />
        </Field>
        <Field label="Start time" error={errors.time?.message}>
          <Input {...register("time", options)} type="time" step={300} />
        </Field>
        <Field label="Minutes" error={errors.minutes?.message}>
          <Input {...register("minutes", options)} type="number" min={1} max={1440} step={5} />
        </Field>
      </div>
    </>
  );
}
