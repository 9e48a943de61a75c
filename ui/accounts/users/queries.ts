import { queryOptions } from "@tanstack/react-query";
import { users } from "#src/accounts/users/contract.ts";
import { employees } from "#src/calendar/employees/contract.ts";
import type { Prefetcher, Api } from "#ui/api.ts";

export function usersQuery(api: Api) {
  return queryOptions({ queryKey: ["users"], queryFn: () => api(users.list) });
}

export function employeesQuery(api: Api) {
  return queryOptions({ queryKey: ["employees"], queryFn: () => api(employees.list) });
}

/** Counted when it is asked for: what somebody owns changes by the minute. */
export function belongingsQuery(api: Api, id: string) {
  return queryOptions({
    // Not below "users": once the user is gone, there would be nothing to refetch.
    queryKey: ["belongings", id],
    queryFn: () => api(users.belongings, { params: { id } }),
    staleTime: 0,
    gcTime: 0,
  });
}

export async function prefetch({ api, client }: Prefetcher): Promise<void> {
  await client.prefetchQuery(usersQuery(api));
}
