import { hours } from "#src/calendar/hours/contract.ts";
import { timeOff } from "#src/calendar/time-off/contract.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { read } from "#ui/shell/data/read.ts";

export function businessHoursQuery(api: Api) {
  return read(api, hours.business);
}

export function employeeHoursQuery(api: Api, id: number) {
  return read(api, hours.employee, { params: { id } });
}

export function timeOffQuery(api: Api) {
  return read(api, timeOff.list, { query: {} });
}

export function affectedQuery(api: Api) {
  return read(api, hours.affected);
}

export async function prefetch({ api, client }: Prefetcher): Promise<void> {
  await Promise.all([
    client.prefetchQuery(shellSettingsQuery(api)),
    client.prefetchQuery(businessHoursQuery(api)),
    client.prefetchQuery(employeesQuery(api)),
    client.prefetchQuery(timeOffQuery(api)),
    client.prefetchQuery(affectedQuery(api)),
  ]);
}
