import { queryOptions } from "@tanstack/react-query";
import { account } from "#src/accounts/profile/contract.ts";
import type { Api, Call } from "#ui/api.ts";

export function accountQuery(call: Call) {
  return queryOptions({ queryKey: ["account"], queryFn: () => call(account.read) });
}

export async function prefetch({ call, client }: Api): Promise<void> {
  await client.prefetchQuery(accountQuery(call));
}
