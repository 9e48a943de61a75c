import { useQuery } from "@tanstack/react-query";
import { POLL_MS } from "#src/shared/constants.ts";
import { addDays } from "#src/shared/wall-time.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import { useApi } from "#ui/api.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { servicesQuery } from "#ui/calendar/services/queries.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { readLater } from "#ui/shell/data/read.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { dayAt } from "#ui/shell/format/dates.ts";

function visitsQuery(api: Api, from: string, to = from) {
  return readLater(
    {
      path: "/api/appointments",
      reads: ["appointments", "payments", "employees", "hours", "contacts", "settings"],
    },
    async () => {
      const { appointments } = await import("#src/calendar/appointments/contract.ts");
      return api(appointments.list, { query: { from, to } });
    },
    { from, to },
  );
}

/** What is free today, and what is offered to the waitlist. The visits come with the page, and the gaps between them after it. */
export function gapsQuery(api: Api) {
  return readLater(
    {
      path: "/api/waitlist/gaps-today",
      reads: [
        "waitlist",
        "appointments",
        "contacts",
        "services",
        "employees",
        "hours",
        "time-off",
        "settings",
      ],
    },
    async () => {
      const { waitlistToday } = await import("#src/calendar/waitlist/fitting-today-contract.ts");
      return api(waitlistToday.gaps);
    },
  );
}

/** Today's visits, and who and what they are with. */
export function useToday() {
  const { now, timeZone } = useBusinessTime();
  const api = useApi();
  const visits = useQuery({
    ...visitsQuery(api, dayAt(now, timeZone)),
    refetchInterval: POLL_MS.appointments,
  });
  const { data: employees = [] } = useQuery(employeesQuery(api));
  const { data: services = [] } = useQuery(servicesQuery(api));
  return { visits, employees, services };
}

/** The visits of the next seven days, earliest first, without canceled ones; undefined until they are known. */
export function useNextVisits() {
  const { now, timeZone } = useBusinessTime();
  const today = dayAt(now, timeZone);
  const { data } = useQuery(visitsQuery(useApi(), addDays(today, 1), addDays(today, 7)));
  return { tomorrow: addDays(today, 1), visits: data?.filter((one) => one.status !== "canceled") };
}

/** How many visits today has; undefined until it is known. */
export function useVisitCount(enabled: boolean) {
  const { now, timeZone } = useBusinessTime();
  const { data } = useQuery({ ...visitsQuery(useApi(), dayAt(now, timeZone)), enabled });
  return data?.filter(({ status }) => status !== "canceled").length;
}

/** For users who may open Appointments. */
export async function prefetchToday({ api, client }: Prefetcher): Promise<void> {
  const { timeZone } = await client.fetchQuery(shellSettingsQuery(api));
  await Promise.all([
    client.prefetchQuery(visitsQuery(api, dayAt(Date.now(), timeZone))),
    client.prefetchQuery(employeesQuery(api)),
    client.prefetchQuery(servicesQuery(api)),
  ]);
}
