import { useQuery } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";
import type { Employee } from "#src/calendar/employees/contract.ts";
import { useApi } from "#ui/api.ts";
import { servicesQuery } from "#ui/calendar/services/queries.ts";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { Select } from "#ui/kit/select.tsx";
import { type FormValues, usualEnd } from "./form-values.ts";
import { minutesWith } from "./service-field.tsx";

interface TimeFieldsProps {
  form: UseFormReturn<FormValues>;
  employees: readonly Employee[];
  /** A changed time clears the conflict. */
  onChange: () => void;
}

/** Employee, day, start and end; an appointment lasts an hour by default. */
export function TimeFields({ form, employees, onChange }: TimeFieldsProps) {
  const { register, watch, setValue, getValues, formState } = form;
  const { errors, dirtyFields, isSubmitted } = formState;
  const { data: services = [] } = useQuery(servicesQuery(useApi()));
  const options = { onChange };

  /** The chosen service's length, or an hour. */
  function endFor(startTime: string): string {
    const { date, employeeId, serviceId } = getValues();
    const service = services.find(({ id }) => String(id) === serviceId);
    return usualEnd(date, startTime, service && minutesWith(service, Number(employeeId)));
  }

  return (
    <>
      <Field label="Employee" error={errors.employeeId?.message}>
        <Select
          value={watch("employeeId") || undefined}
          placeholder="Choose an employee"
          onValueChange={(employeeId) => {
            setValue("employeeId", employeeId, { shouldDirty: true, shouldValidate: isSubmitted });
            onChange();
          }}
          options={employees.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      </Field>
      <div className="grid grid-cols-[1.3fr_1fr_1fr] gap-3 phone:grid-cols-2">
        <Field label="Date" error={errors.date?.message} className="phone:col-span-2">
          <Input {...register("date", options)} type="date" />
        </Field>
        <Field label="Start time" error={errors.startTime?.message}>
          <Input
            {...register("startTime", {
              onChange({ target }: { target: HTMLInputElement }) {
                onChange();
                if (target.value !== "" && (!dirtyFields.endTime || getValues("serviceId") !== ""))
                  setValue("endTime", endFor(target.value), {
                    shouldValidate: isSubmitted,
                  });
              },
            })}
            type="time"
            step={300}
          />
        </Field>
        <Field label="End time" error={errors.endTime?.message}>
          <Input {...register("endTime", options)} type="time" step={300} />
        </Field>
      </div>
    </>
  );
}
