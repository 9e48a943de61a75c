import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { appointments } from "#src/calendar/appointments/contract.ts";
import type { Service } from "#src/calendar/services/contract.ts";
import { dayOf } from "#src/shared/wall-time.ts";
import { useApi } from "#ui/api.ts";
import { endOf } from "#ui/calendar/parts/visit-times.ts";
import { read } from "#ui/shell/data/read.ts";
import { endAt, type FormValues } from "./form-values.ts";

/**
 * The client's next visit, one at the time that is booked, and the services of their last visit that are among the offered ones. These are filled in
 * while none are chosen, and go with their client as long as they are unchanged.
 */
export function useClientVisits(
  contactId: number | undefined,
  offered: readonly Service[],
  chosen: FormValues,
  fillIn: (ids: number[]) => void,
) {
  const { data } = useQuery({
    ...read(useApi(), appointments.ofClient, { params: { id: contactId ?? 0 } }),
    enabled: contactId !== undefined,
  });
  const offeredIds = new Set(offered.map(({ id }) => id));
  const [last] = (data?.last ?? []).flatMap(({ services: booked, status, appointmentDate }) => {
    const ids = booked.map(({ serviceId }) => serviceId).filter((id) => offeredIds.has(id));
    return ids.length === 0 || status === "canceled" ? [] : { ids, day: dayOf(appointmentDate) };
  });
  const filledIn = useRef("");
  const fill = useEffectEvent((ids: number[] = []) => {
    if (chosen.service !== "" || `${chosen.services}` !== filledIn.current) return;
    filledIn.current = `${ids}`;
    if (filledIn.current !== `${chosen.services}`) fillIn(ids);
  });
  const isKnown = contactId === undefined || (data !== undefined && offered.length > 0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each client
  useEffect(() => {
    if (isKnown) fill(last?.ids);
  }, [isKnown, contactId]);
  const ahead = (data?.next ?? []).filter(({ status }) => status !== "canceled");
  const start = `${chosen.date}T${chosen.startTime}:00`;
  const end = endAt(chosen);
  const meanwhile = ahead.find((one) => one.appointmentDate < end && start < endOf(one));
  return { last, meanwhile, next: ahead[0] };
}
