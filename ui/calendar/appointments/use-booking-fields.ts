import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { appointments } from "#src/calendar/appointments/contract.ts";
import { availability, type FreeTime } from "#src/calendar/availability/contract.ts";
import type { Employee } from "#src/calendar/employees/contract.ts";
import type { Service } from "#src/calendar/services/contract.ts";
import { type WaitlistEntry, waitlist } from "#src/calendar/waitlist/contract.ts";
import { firstNameOf } from "#src/shared/names.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { clockOf, dayOf } from "#src/shared/wall-time.ts";
import { useApi } from "#ui/api.ts";
import { weekEnd } from "#ui/calendar/booking/free-times.tsx";
import { renderPerformers, type SlotParts } from "#ui/calendar/booking/render-performers.ts";
import { endOf, isNow } from "#ui/calendar/parts/visit-times.ts";
import { useCurrentUser } from "#ui/current-user.ts";
import { read } from "#ui/shell/data/read.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { dayAt, formatShortMonthDay, momentAt } from "#ui/shell/format/dates.ts";
import type { Asked } from "./another-time.tsx";
import { usualEnd } from "./days.ts";
import {
  endAt,
  type FormValues,
  lengthOf,
  newValues,
  type Prefill,
  rangeOf,
  resolver,
  valuesOf,
} from "./form-values.ts";
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
  /** Whether the length was asked for or typed; otherwise it is assumed. */
  const [hasLength, setHasLength] = useState(!mayType && Boolean(prefill?.endTime));
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
    performer: performerFor(wish),
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

interface NextFreeOptions {
  readonly asked: Asked;
  readonly fields: ReturnType<typeof useBookingFields>;
  readonly isNow: boolean;
  /** A free time that the client would take, as wall time. */
  readonly takes: string | undefined;
}

/**
 * Chooses a time that is known to suit, if it is still free: the one that the client takes, or the next one today for a
 * walk-in while no one is free now. A typed time stays. Returns whether a walk-in's next one is chosen.
 */
export function useNextFree({ asked, fields, isNow, takes }: NextFreeOptions): boolean {
  const { values, today, isTyped } = fields;
  const { data } = useQuery({
    ...read(useApi(), availability.slots, {
      query: { ...asked, withNow: "1" as const, from: today, to: weekEnd(today) },
    }),
    enabled: isNow || takes !== undefined,
  });
  const next =
    takes !== undefined || (isNow && data && !data.now && values.date === today)
      ? data?.slots.find(({ start }) => (takes ? start === takes : dayOf(start) === today))
      : undefined;
  const take = useEffectEvent(
    () => next && fields.setTime(today, clockOf(next.start), String(next.employeeId), next),
  );
  const isOpen = next !== undefined && values.startTime === "" && !isTyped;
  useEffect(() => {
    if (isOpen) take();
  }, [isOpen]);
  return isNow && next !== undefined && values.startTime === clockOf(next.start);
}

/** More names than this say less than the waitlist itself. */
const SHOWN = 3;

/** The first clients on the waitlist who want the time that is being booked, and fit in. */
export function useWaiting({ date, startTime, employeeId }: FormValues): WaitlistEntry[] {
  const { user } = useCurrentUser();
  const hasTime = date !== "" && startTime !== "" && employeeId !== "";
  const query = { employeeId: Number(employeeId), start: `${date}T${startTime}:00` };
  const { data: entries = [] } = useQuery({
    ...read(useApi(), waitlist.fittingAt, { query }),
    enabled: hasTime && user !== null && mayOpen(user, "/waitlist"),
  });
  return entries.slice(0, SHOWN);
}

/**
 * The client's next visit, one at the time that is booked, and where the chosen services are from. Those that the conversation
 * names, or else those of the last visit, are filled in while none are chosen, if they are offered, unless the client is at the
 * desk and can say. They go with their client as long as they are unchanged.
 */
export function useClientVisits(
  {
    contactId,
    isInConversation,
    isHere,
  }: { contactId: number | undefined; isInConversation: boolean; isHere: boolean },
  offered: readonly Service[],
  chosen: FormValues,
  fillIn: (ids: number[]) => void,
) {
  const { data, isLoading } = useQuery({
    ...read(useApi(), appointments.ofClient, { params: { id: contactId ?? 0 } }),
    enabled: contactId !== undefined,
  });
  const { now, timeZone } = useBusinessTime();
  const moment = momentAt(now, timeZone);
  const ahead = data?.next ?? [];
  const begun = ahead.filter((visit) => isNow(visit, moment));
  const offeredIds = new Set(offered.map(({ id }) => id));
  const named = isInConversation ? (data?.named.filter((id) => offeredIds.has(id)) ?? []) : [];
  const [last] = [...begun, ...(data?.last ?? [])].flatMap(
    ({ services: booked, status, appointmentDate }) => {
      const ids = booked.map(({ serviceId }) => serviceId).filter((id) => offeredIds.has(id));
      return ids.length === 0 || status === "canceled" ? [] : { ids, day: dayOf(appointmentDate) };
    },
  );
  const filledIn = useRef("");
  const fill = useEffectEvent((ids: number[] = []) => {
    if (chosen.service !== "" || `${chosen.services}` !== filledIn.current) return;
    filledIn.current = `${ids}`;
    if (filledIn.current !== `${chosen.services}`) fillIn(ids);
  });
  const isKnown = contactId === undefined || (data !== undefined && offered.length > 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each client
  useEffect(() => {
    if (isKnown) fill(isHere ? [] : named.length > 0 ? named : last?.ids);
  }, [isKnown, contactId]);
  const start = `${chosen.date}T${chosen.startTime}:00`;
  const end = endAt(chosen);
  const meanwhile = ahead.find((one) => one.appointmentDate < end && start < endOf(one));
  const clash =
    meanwhile &&
    `${firstNameOf(chosen.clientName)} has another appointment then, ${rangeOf(valuesOf(meanwhile))}.`;
  const isLast = last && `${last.ids}` === `${chosen.services}`;
  const isNamed = named.length > 0 && `${named}` === `${chosen.services}`;
  const hint = isNamed ? "From your texts" : isLast && `Same as ${formatShortMonthDay(last.day)}`;
  return { hint, meanwhile, clash, isLoading, next: ahead[begun.length] };
}
