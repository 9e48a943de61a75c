import { queryOptions } from "@tanstack/react-query";
import { memberships } from "#src/billing/memberships/contract.ts";
import type { Prefetcher, Api } from "#ui/api.ts";

export function membershipsQuery(api: Api) {
  return queryOptions({
    queryKey: ["memberships"],
    queryFn: () => api(memberships.list),
    meta: { alsoReads: ["subscriptions"] },
  });
}

export async function prefetch({ api, client }: Prefetcher): Promise<void> {
  await client.prefetchQuery(membershipsQuery(api));
}
