import { useQuery } from "@tanstack/react-query";
import { POLL_MS } from "#src/shared/constants.ts";
import { addDays } from "#src/shared/wall-time.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import { useApi } from "#ui/api.ts";
import { appointmentsQuery } from "#ui/calendar/appointments/queries.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { servicesQuery } from "#ui/calendar/services/queries.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { readLater } from "#ui/shell/data/read.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { dayAt } from "#ui/shell/format/dates.ts";

/** Today's free and offered times. Empty until they load, which is after the first paint. */
export function useGaps(enabled = true) {
  const { data = [] } = useQuery({
    ...gapsQuery(useApi()),
    refetchInterval: POLL_MS.appointments,
    enabled,
  });
  return data;
}

function gapsQuery(api: Api) {
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

function ofDay(api: Api, day: string) {
  return appointmentsQuery(api, { from: day, to: day });
}

/** Today's visits, and who and what they are with. */
export function useToday() {
  const { now, timeZone } = useBusinessTime();
  const api = useApi();
  const visits = useQuery({
    ...ofDay(api, dayAt(now, timeZone)),
    select: ({ appointments }) => appointments,
  });
  const { data: employees = [] } = useQuery(employeesQuery(api));
  const { data: services = [] } = useQuery(servicesQuery(api));
  return { visits, employees, services };
}

/** The visits of the next seven days, earliest first, without canceled ones; undefined until they are known. */
export function useNextVisits() {
  const { now, timeZone } = useBusinessTime();
  const today = dayAt(now, timeZone);
  const tomorrow = addDays(today, 1);
  const { data } = useQuery(appointmentsQuery(useApi(), { from: tomorrow, to: addDays(today, 7) }));
  return { tomorrow, visits: data?.appointments.filter((one) => one.status !== "canceled") };
}

/** How many visits today has; undefined until it is known. */
export function useVisitCount(enabled: boolean) {
  const { now, timeZone } = useBusinessTime();
  const { data } = useQuery({ ...ofDay(useApi(), dayAt(now, timeZone)), enabled });
  return data?.appointments.filter(({ status }) => status !== "canceled").length;
}

/** For users who may open Appointments. */
export async function prefetchToday({ api, client }: Prefetcher): Promise<void> {
  const { timeZone } = await client.fetchQuery(shellSettingsQuery(api));
  await Promise.all([
    client.prefetchQuery(ofDay(api, dayAt(Date.now(), timeZone))),
    client.prefetchQuery(employeesQuery(api)),
    client.prefetchQuery(servicesQuery(api)),
  ]);
}
