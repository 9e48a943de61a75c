import { useState } from "react";
import { useForm } from "react-hook-form";
import type { FreeTime } from "#src/calendar/availability/contract.ts";
import type { Employee } from "#src/calendar/employees/contract.ts";
import type { Service } from "#src/calendar/services/contract.ts";
import { firstNameOf } from "#src/shared/names.ts";
import { clockOf } from "#src/shared/wall-time.ts";
import { renderPerformers, type SlotParts } from "#ui/calendar/booking/render-performers.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { dayAt } from "#ui/shell/format/dates.ts";
import { usualEnd } from "./days.ts";
import { type FormValues, lengthOf, newValues, type Prefill, resolver } from "./form-values.ts";
import { employeesFor, servicesOf, visitTerms } from "./visit-terms.ts";

interface Options {
  readonly prefill: Prefill | undefined;
  readonly employees: readonly Employee[];
  readonly services: readonly Service[];
  /** Whether the time may be typed; otherwise it is one of the free times. */
  readonly mayType: boolean;
  /** A change clears the server's refusal. */
  readonly onChange: () => void;
}

/** The fields of a booking, and what a change of one does to the others. */
export function useBookingFields({ prefill, employees, services, mayType, onChange }: Options) {
  const { now, timeZone } = useBusinessTime();
  const today = dayAt(now, timeZone);
  const form = useForm<FormValues>({
    resolver,
    defaultValues: newValues({ date: today, ...prefill }),
  });
  const { watch, setValue, getValues, formState } = form;
  /** An employee's id as text; empty for anyone. */
  const [wish, setWish] = useState(prefill?.employeeId ?? "");
  const [isTyped, setIsTyped] = useState(mayType && Boolean(prefill?.startTime));
  const [minutes, setMinutes] = useState(() => lengthOf(prefill));
  /** Whether the length was dragged or typed; otherwise it is assumed. */
  const [hasLength, setHasLength] = useState(Boolean(prefill?.endTime));
  /** Of the picked time, where several employees share the visit. */
  const [parts, setParts] = useState<SlotParts>();
  const values = watch();

  function chosenServices(): Service[] {
    return servicesOf(services, getValues("services"));
  }

  function lengthWith(employeeId: string): number {
    return visitTerms(chosenServices(), employeeId)?.durationMinutes ?? Number(minutes);
  }

  function nameOf(id: number): string {
    return firstNameOf(employees.find((one) => one.id === id)?.name ?? "");
  }

  /** A typed time is with the employee who was asked for, or with the only one there is. */
  function performerFor(employeeId: string): string {
    const [only, ...others] = employeesFor(employees, chosenServices(), employeeId);
    return employeeId === "" && only && others.length === 0 ? String(only.id) : employeeId;
  }

  function setTime(date: string, startTime: string, employeeId: string, slot?: FreeTime): void {
    onChange();
    const shared = renderPerformers(slot?.parts, nameOf) ? slot : undefined;
    setParts(shared?.parts);
    const validate = { shouldValidate: formState.isSubmitted };
    setValue("date", date, validate);
    setValue("startTime", startTime, validate);
    setValue("employeeId", employeeId, validate);
    setValue(
      "endTime",
      startTime === ""
        ? ""
        : clockOf(shared?.end ?? "") || usualEnd(date, startTime, lengthWith(employeeId)),
      validate,
    );
  }

  /** A picked time is free only for what was asked; a typed one stays. */
  function changed(employeeId: string, length?: number): void {
    const { date, startTime } = getValues();
    if (!isTyped) setTime(date, "", employeeId);
    else {
      onChange();
      const performer = performerFor(employeeId);
      setValue("employeeId", performer);
      if (startTime !== "")
        setValue("endTime", usualEnd(date, startTime, length ?? lengthWith(performer)));
    }
  }

  return {
    ...{ form, values, chosen: servicesOf(services, values.services), today },
    ...{ wish, isTyped, minutes, hasLength, parts, nameOf, lengthWith },
    setServices(ids: readonly number[]) {
      setValue("services", [...ids]);
      changed(wish);
    },
    setEmployee(employeeId: string) {
      setWish(employeeId);
      changed(employeeId);
    },
    setMinutes(length: string) {
      setMinutes(length);
      setHasLength(true);
      changed(wish, Number(length));
    },
    setTime(date: string, startTime: string, employeeId: string, slot?: FreeTime) {
      if (isTyped) setWish(employeeId);
      setTime(date, startTime, employeeId, slot);
    },
    /** Takes a typed time instead of a free one, first on the day that is shown, or the other way round. */
    setTyped(typed: boolean, day: string) {
      setIsTyped(typed);
      if (typed) {
        if (values.startTime === "") setValue("date", day);
        setValue("employeeId", values.employeeId || performerFor(wish));
      } else setTime(values.date, "", wish);
    },
  };
}
