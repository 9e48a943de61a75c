import GripVertical from "lucide-react/icons/grip-vertical";
import Plus from "lucide-react/icons/plus";
import X from "lucide-react/icons/x";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { UseFormReturn } from "react-hook-form";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import type { Service } from "#src/calendar/services/contract.ts";
import { MAX_SERVICES_OF_VISIT } from "#src/calendar/services/visit-contract.ts";
import { DEFAULT_SERVICE } from "#src/shared/constants.ts";
import { useCurrency } from "#ui/billing/parts/use-currency.ts";
import { formatMinutes, formatPrice } from "#ui/calendar/booking/format.ts";
import { Button } from "#ui/kit/button.tsx";
import { classes } from "#ui/kit/classes.ts";
import { Field } from "#ui/kit/field.tsx";
import { IconButton } from "#ui/kit/icon-button.tsx";
import { Input } from "#ui/kit/input.tsx";
import { SearchSelect } from "#ui/kit/search-select.tsx";
import { useReorder } from "#ui/kit/use-reorder.ts";
import type { FormValues } from "./form-values.ts";
import { sumOf, termsWith, type VisitTerms } from "./visit-terms.ts";

interface VisitServicesProps {
  form: UseFormReturn<FormValues>;
  /** Those of the list. */
  services: readonly Service[];
  /** What the visit that is changed was booked with. */
  booked?: Appointment["services"];
  /** Such as "Same as Oct 21". */
  hint?: ReactNode;
  /** Opens the list of services. */
  startsOpen?: boolean;
  /** Next to the field, while no service of the list is chosen. */
  children?: ReactNode;
  onChange: (chosen: readonly number[]) => void;
}

/** The services of a visit in their order, or any text. A text field alone while no services are listed. */
export function VisitServices(props: VisitServicesProps) {
  const { form, services, booked = [], hint, startsOpen = false, children, onChange } = props;
  const { register, watch, setValue, formState } = form;
  const { clientName, services: chosen, service, employeeId } = watch();
  const [isAdding, setAdding] = useState(false);
  const [isReplacing, setReplacing] = useState(false);
  const currency = useCurrency();
  const rows = chosen.flatMap((id) => {
    const agreed = booked.find(({ serviceId }) => serviceId === id);
    const listed = services.find((one) => one.id === id);
    const row = agreed ?? (listed && termsWith(listed, Number(employeeId)));
    return row ? { ...row, id, color: listed?.color } : [];
  });
  const options = services.map(({ id, name, durationMinutes, price }) => ({
    value: String(id),
    label: name,
    detail: `${formatMinutes(durationMinutes)}, ${formatPrice(price, currency)}`,
  }));
  const error = formState.errors.service?.message;

  function choose(ids: readonly number[]) {
    setValue("services", [...ids], { shouldDirty: true });
    if (ids.length === 0) setValue("service", "", { shouldDirty: true });
    setAdding(false);
    setReplacing(false);
    onChange(ids);
  }

  const { list, gripOf } = useReorder(chosen, choose);
  const isOpen = startsOpen || isReplacing;
  const box = useFocusOfNext(`${clientName} ${chosen} ${isAdding}`);
  if (rows.length === 0)
    return (
      <div
        ref={box}
        className={classes(
          "grid items-start gap-3",
          children !== undefined && "grid-cols-[1fr_5rem]",
        )}
      >
        <Field label={services.length > 0 ? "Service" : "Service (optional)"} error={error}>
          {services.length > 0 ? (
            <SearchSelect
              key={String(isOpen)}
              startsOpen={isOpen && service === ""}
              takesFocus={isReplacing}
              value={undefined}
              onValueChange={(value) => choose([Number(value)])}
              options={options}
              placeholder="Choose a service"
              typed={service}
              onTyped={(name) => setValue("service", name, { shouldDirty: true })}
            />
          ) : (
            <Input {...register("service")} autoComplete="off" placeholder={DEFAULT_SERVICE} />
          )}
        </Field>
        {children}
      </div>
    );
  return (
    <fieldset ref={box} className="grid min-w-0 gap-2">
      <legend className="sm mb-2 flex w-full items-center gap-2 font-label">
        <span className="flex-1">Services</span>
        {hint && (
          <>
            <span className="faint font-normal">{hint}</span>
            <Button
              variant="quiet"
              size="tiny"
              className="-my-0.5 -mr-2.5 max-[1023px]:-mr-3"
              onClick={() => {
                choose([]);
                setReplacing(true);
              }}
            >
              Choose Another
            </Button>
          </>
        )}
      </legend>
      <ol ref={list} className="grid gap-1.5">
        {rows.map(({ id, name, color, durationMinutes, price }, at) => (
          <li key={id} className="visit-service">
            {rows.length > 1 && (
              <IconButton
                size="tiny"
                icon={GripVertical}
                className="touch-none cursor-grab active:cursor-grabbing"
                label={`Move ${name}, ${at + 1} of ${rows.length}`}
                tip="Drag, or press an arrow key"
                {...gripOf(id)}
              />
            )}
            <span
              aria-hidden="true"
              className="size-2 rounded-[3px]"
              style={{ background: color }}
            />
            <span className="min-w-0 py-1 font-label wrap-anywhere">{name}</span>
            <span className="sm dim num">{formatMinutes(durationMinutes)}</span>
            <span className="num">{formatPrice(price, currency)}</span>
            <IconButton
              icon={X}
              label={`Remove ${name}`}
              onClick={() => choose(chosen.filter((other) => other !== id))}
            />
          </li>
        ))}
      </ol>
      {isAdding ? (
        <Field label="Another service">
          <SearchSelect
            startsOpen
            value=""
            onValueChange={(value) => choose([...chosen, Number(value)])}
            options={options.filter(({ value }) => !chosen.includes(Number(value)))}
          />
        </Field>
      ) : (
        <div className="flex min-w-0 items-center gap-2">
          {rows.length < MAX_SERVICES_OF_VISIT && services.length > 0 && (
            <Button
              variant="quiet"
              icon={Plus}
              className="-ml-3"
              data-next=""
              onClick={() => setAdding(true)}
            >
              Add Service
            </Button>
          )}
          {rows.length > 1 && <Sum terms={sumOf(rows)} />}
        </div>
      )}
    </fieldset>
  );
}

/**
 * Once the field or button that had the focus is gone, it moves on: to the field for a service, then to the free times
 * or, in a form without them, to Add Service.
 */
function useFocusOfNext(choices: string) {
  const box = useRef<HTMLElement>(null);
  const before = useRef(choices);
  useEffect(() => {
    if (before.current === choices) return;
    before.current = choices;
    const dialog = box.current?.closest(".dialog");
    if (![document.body, dialog].includes(document.activeElement ?? document.body)) return;
    const next =
      box.current?.querySelector<HTMLElement>(":scope > .field input") ??
      dialog?.querySelector<HTMLElement>("[data-focus]") ??
      box.current?.querySelector<HTMLElement>("[data-next]");
    next?.focus({ preventScroll: next.matches("[data-focus]") });
  }, [choices]);
  return (element: HTMLElement | null) => {
    box.current = element;
  };
}

function Sum({ terms: { durationMinutes, price } }: { terms: VisitTerms }) {
  const currency = useCurrency();
  return (
    <p className="num ml-auto">
      <span className="dim">Total</span>{" "}
      <b>
        {formatMinutes(durationMinutes)}, {formatPrice(price, currency)}
      </b>
    </p>
  );
}

interface MinutesFieldProps {
  minutes: string;
  onChange: (minutes: string) => void;
}

/** The length of a visit without a service of the list. */
export function MinutesField({ minutes, onChange }: MinutesFieldProps) {
  return (
    <Field label="Minutes">
      <Input
        type="number"
        inputMode="numeric"
        className="num"
        min={5}
        max={1440}
        step={5}
        value={minutes}
        onValueChange={onChange}
      />
    </Field>
  );
}
