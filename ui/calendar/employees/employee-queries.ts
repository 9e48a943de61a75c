import type { QueryClient } from "@tanstack/react-query";
import { employees } from "#src/calendar/employees/contract.ts";
import { calendarFeeds } from "#src/calendar/feeds/contract.ts";
import type { Api } from "#ui/api.ts";
import { read, refresh } from "#ui/shell/data/read.ts";

/** The same cache entry as on /appointments. */
export function employeesQuery(api: Api) {
  return read(api, employees.list);
}

export function feedQuery(api: Api, id: number) {
  return read(api, calendarFeeds.one, { params: { id } });
}

/** Their hours and columns are on /appointments too, and their appointments may have gone. */
export function refreshEmployees(client: QueryClient) {
  return refresh(client, "employees", "appointments");
}
