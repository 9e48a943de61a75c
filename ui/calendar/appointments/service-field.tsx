import { useQuery } from "@tanstack/react-query";
import type { UseFormReturn } from "react-hook-form";
import type { Service } from "#src/calendar/services/contract.ts";
import { addMinutes, clockOf } from "#src/shared/wall-time.ts";
import { useApi } from "#ui/api.ts";
import { servicesQuery } from "#ui/calendar/services/queries.ts";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { Select } from "#ui/kit/select.tsx";
import type { FormValues } from "./form-values.ts";

const OTHER = "other";

interface ServiceFieldProps {
  form: UseFormReturn<FormValues>;
  /** A changed duration clears the conflict. */
  onChange: () => void;
}

/** A listed service, which sets the end time, or any text. A text field alone while no services are listed. */
export function ServiceField({ form, onChange }: ServiceFieldProps) {
  const { data: services = [] } = useQuery(servicesQuery(useApi()));
  const { register, watch, setValue, getValues, formState } = form;
  const chosen = services.find(({ id }) => String(id) === watch("serviceId"));
  const text = <Input {...register("service")} autoComplete="off" placeholder="Manual Entry" />;
  const error = formState.errors.service?.message;
  if (services.length === 0)
    return (
      <Field label="Service (optional)" error={error}>
        {text}
      </Field>
    );

  function choose(value: string) {
    const service = services.find(({ id }) => String(id) === value);
    setValue("serviceId", service ? value : "", { shouldDirty: true });
    setValue("service", service?.name ?? "", { shouldDirty: true });
    const { date, startTime, employeeId } = getValues();
    if (!service || startTime === "") return;
    const minutes = minutesWith(service, Number(employeeId));
    setValue("endTime", clockOf(addMinutes(`${date}T${startTime}:00`, minutes)), {
      shouldDirty: true,
      shouldValidate: formState.isSubmitted,
    });
    onChange();
  }

  return (
    <div className="grid gap-2">
      <Field
        label={
          <span className="flex items-center gap-2 min-w-0">
            {chosen && (
              <span
                aria-hidden="true"
                className="size-2 rounded-[3px]"
                style={{ background: chosen.color }}
              />
            )}
            Service (optional)
          </span>
        }
        error={chosen && error}
      >
        <Select
          value={chosen ? String(chosen.id) : OTHER}
          onValueChange={choose}
          options={[
            ...services.map((one) => ({
              value: String(one.id),
              label: `${one.name}, ${one.durationMinutes} min`,
            })),
            { value: OTHER, label: "Another service" },
          ]}
        />
      </Field>
      {!chosen && (
        <Field label="Service name" error={error}>
          {text}
        </Field>
      )}
    </div>
  );
}

/** The duration with an employee, who may need more or less time than the service says. */
export function minutesWith({ overrides, durationMinutes }: Service, employeeId: number): number {
  const own = overrides.find((one) => one.employeeId === employeeId);
  return own?.durationMinutes ?? durationMinutes;
}

/** The price with an employee, as decimal text. */
export function priceWith({ overrides, price }: Service, employeeId: string): string {
  return overrides.find((one) => String(one.employeeId) === employeeId)?.price ?? price;
}
