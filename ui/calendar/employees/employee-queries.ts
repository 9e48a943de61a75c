import { employees } from "#src/calendar/employees/contract.ts";
import { calendarFeeds } from "#src/calendar/feeds/contract.ts";
import type { Api } from "#ui/api.ts";
import { read } from "#ui/shell/data/read.ts";

/** The same cache entry as on /appointments. */
export function employeesQuery(api: Api) {
  return read(api, employees.list);
}

export function feedQuery(api: Api, id: number) {
  return read(api, calendarFeeds.one, { params: { id } });
}
