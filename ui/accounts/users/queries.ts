import { queryOptions } from "@tanstack/react-query";
import { users } from "#src/accounts/users/contract.ts";
import { employees } from "#src/calendar/employees/contract.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import { read } from "#ui/shell/data/read.ts";

export function usersQuery(api: Api) {
  return read(api, users.list);
}

export function employeesQuery(api: Api) {
  return read(api, employees.list);
}

export function invitationsQuery(api: Api) {
  return read(api, users.invitations);
}

/** Never cached: what a user owns changes constantly. */
export function belongingsQuery(api: Api, id: string) {
  return queryOptions({
    ...read(api, users.belongings, { params: { id } }),
    staleTime: 0,
    gcTime: 0,
  });
}

export async function prefetch({ api, client }: Prefetcher): Promise<void> {
  await Promise.all([
    client.prefetchQuery(usersQuery(api)),
    client.prefetchQuery(invitationsQuery(api)),
  ]);
}
