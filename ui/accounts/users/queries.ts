import { queryOptions } from "@tanstack/react-query";
import { users } from "#src/accounts/users/contract.ts";
import { employees } from "#src/calendar/employees/contract.ts";
import type { Api, Call } from "#ui/api.ts";

export function usersQuery(call: Call) {
  return queryOptions({ queryKey: ["users"], queryFn: () => call(users.list) });
}

export function employeesQuery(call: Call) {
  return queryOptions({ queryKey: ["employees"], queryFn: () => call(employees.list) });
}

/** Counted when it is asked for: what somebody owns changes by the minute. */
export function belongingsQuery(call: Call, id: string) {
  return queryOptions({
    // Not below "users": once the user is gone, there would be nothing to refetch.
    queryKey: ["belongings", id],
    queryFn: () => call(users.belongings, { params: { id } }),
    staleTime: 0,
    gcTime: 0,
  });
}

export async function prefetch({ call, client }: Api): Promise<void> {
  await client.prefetchQuery(usersQuery(call));
}
