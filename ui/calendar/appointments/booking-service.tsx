import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent } from "react";
import type { UseFormReturn } from "react-hook-form";
import { appointments } from "#src/calendar/appointments/contract.ts";
import type { Service } from "#src/calendar/services/contract.ts";
import { dayOf } from "#src/shared/wall-time.ts";
import { useApi } from "#ui/api.ts";
import { useCurrency } from "#ui/billing/parts/use-currency.ts";
import { formatPrice } from "#ui/calendar/booking/format.ts";
import { shortDayOf } from "#ui/calendar/hours/format-date.ts";
import { Field } from "#ui/kit/field.tsx";
import { Input } from "#ui/kit/input.tsx";
import { SearchSelect } from "#ui/kit/search-select.tsx";
import { read } from "#ui/shell/data/read.ts";
import type { FormValues } from "./form-values.ts";

const OTHER = "other";

interface BookingServiceProps {
  form: UseFormReturn<FormValues>;
  services: readonly Service[];
  contactId: number | undefined;
  /** The length of a visit without a service of the list. */
  minutes: string;
  onMinutes: (minutes: string) => void;
  onChange: (service: Service | undefined) => void;
}

/** A service of the list, at first the client's last one, or any text with a length. */
export function BookingService(props: BookingServiceProps) {
  const { form, services, contactId, minutes, onMinutes, onChange } = props;
  const { register, watch, setValue } = form;
  const currency = useCurrency();
  const chosen = services.find(({ id }) => String(id) === watch("serviceId"));
  const last = useLastService(contactId, services);

  function choose(service: Service | undefined) {
    setValue("serviceId", service ? String(service.id) : "", { shouldDirty: true });
    setValue("service", service?.name ?? "", { shouldDirty: true });
    onChange(service);
  }
  const fillIn = useEffectEvent((service: Service) => {
    if (watch("service") === "" && !form.formState.dirtyFields.serviceId) choose(service);
  });
  useEffect(() => {
    if (last) fillIn(last.service);
  }, [last]);

  return (
    <div className="grid gap-2">
      {services.length > 0 && (
        <Field
          label="Service"
          hint={last && last.service === chosen && `Same as ${shortDayOf(last.day)}`}
        >
          <SearchSelect
            value={chosen ? String(chosen.id) : OTHER}
            onValueChange={(value) => choose(services.find(({ id }) => String(id) === value))}
            options={[
              ...services.map((one) => ({
                value: String(one.id),
                label: `${one.name}, ${one.durationMinutes} min, ${formatPrice(one.price, currency)}`,
              })),
              { value: OTHER, label: "Another service" },
            ]}
          />
        </Field>
      )}
      {!chosen && (
        <div className="grid grid-cols-[1fr_7rem] items-start gap-3">
          <Field label={services.length > 0 ? "Service name" : "Service (optional)"}>
            <Input {...register("service")} autoComplete="off" placeholder="Manual Entry" />
          </Field>
          <Field label="Minutes">
            <Input
              type="number"
              inputMode="numeric"
              className="num"
              min={5}
              max={1440}
              step={5}
              value={minutes}
              onValueChange={onMinutes}
            />
          </Field>
        </div>
      )}
    </div>
  );
}

/** The service of the client's last visit, if it is still offered. */
function useLastService(contactId: number | undefined, services: readonly Service[]) {
  const { data } = useQuery({
    ...read(useApi(), appointments.ofClient, { params: { id: contactId ?? 0 } }),
    enabled: contactId !== undefined,
  });
  for (const { serviceId, status, appointmentDate } of data?.last ?? []) {
    const service = services.find(({ id }) => id === serviceId);
    if (service && status !== "canceled") return { service, day: dayOf(appointmentDate) };
  }
  return undefined;
}
