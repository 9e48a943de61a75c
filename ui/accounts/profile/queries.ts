import { queryOptions } from "@tanstack/react-query";
import { account } from "#src/accounts/profile/contract.ts";
import type { Prefetcher, Api } from "#ui/api.ts";

export function accountQuery(api: Api) {
  return queryOptions({ queryKey: ["account"], queryFn: () => api(account.read) });
}

export async function prefetch({ api, client }: Prefetcher): Promise<void> {
  await client.prefetchQuery(accountQuery(api));
}
