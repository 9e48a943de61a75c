import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { employees } from "#src/calendar/employees/contract.ts";
import { calendarFeeds } from "#src/calendar/feeds/contract.ts";
import type { Api } from "#ui/api.ts";

/** The same cache entry as on /appointments. */
export function employeesQuery(api: Api) {
  return queryOptions({ queryKey: ["employees"], queryFn: () => api(employees.list) });
}

export function feedQuery(api: Api, id: number) {
  return queryOptions({
    queryKey: ["employees", "feed", id],
    queryFn: () => api(calendarFeeds.one, { params: { id } }),
  });
}

/** Their hours and columns are on /appointments too, and their appointments may have gone. */
export function refreshEmployees(client: QueryClient) {
  return Promise.all([
    client.invalidateQueries({ queryKey: ["employees"] }),
    client.invalidateQueries({ queryKey: ["appointments"] }),
  ]);
}
