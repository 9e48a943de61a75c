import type { Prefetcher } from "#ui/api.ts";
import { appointmentsQuery } from "#ui/calendar/appointments/queries.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { servicesQuery } from "#ui/calendar/services/queries.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { dayAt } from "#ui/shell/format/dates.ts";

/** For users who may open Appointments. */
export async function prefetchToday({ api, client }: Prefetcher): Promise<void> {
  const { timeZone } = await client.fetchQuery(shellSettingsQuery(api));
  const today = dayAt(Date.now(), timeZone);
  await Promise.all([
    client.prefetchQuery(appointmentsQuery(api, { from: today, to: today })),
    client.prefetchQuery(employeesQuery(api)),
    client.prefetchQuery(servicesQuery(api)),
  ]);
}
