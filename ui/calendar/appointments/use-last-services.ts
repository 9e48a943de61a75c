import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { appointments } from "#src/calendar/appointments/contract.ts";
import type { Service } from "#src/calendar/services/contract.ts";
import { dayOf } from "#src/shared/wall-time.ts";
import { useApi } from "#ui/api.ts";
import { read } from "#ui/shell/data/read.ts";

/** The services of the client's last visit that are still offered. Calls `fillIn` with them once. */
export function useLastServices(
  contactId: number | undefined,
  services: readonly Service[],
  fillIn: (ids: number[]) => void,
) {
  const { data } = useQuery({
    ...read(useApi(), appointments.ofClient, { params: { id: contactId ?? 0 } }),
    enabled: contactId !== undefined,
  });
  const offered = new Set(services.map(({ id }) => id));
  const [last] = (data?.last ?? []).flatMap(({ services: booked, status, appointmentDate }) => {
    const ids = booked.map(({ serviceId }) => serviceId).filter((id) => offered.has(id));
    return ids.length === 0 || status === "canceled" ? [] : { ids, day: dayOf(appointmentDate) };
  });
  const isFilledIn = useRef(false);
  const fill = useEffectEvent((ids: number[]) => {
    if (!isFilledIn.current) fillIn(ids);
    isFilledIn.current = true;
  });
  useEffect(() => {
    if (last) fill(last.ids);
  }, [last]);
  return last;
}
