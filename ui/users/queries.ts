import { queryOptions } from "@tanstack/react-query";
import { users } from "#src/users/contract.ts";
import type { Api, Call } from "#ui/api.ts";

export function usersQuery(call: Call) {
  return queryOptions({ queryKey: ["users"], queryFn: () => call(users.list) });
}

export async function prefetch({ call, client }: Api): Promise<void> {
  await client.prefetchQuery(usersQuery(call));
}
