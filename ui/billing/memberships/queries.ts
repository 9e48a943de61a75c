import { queryOptions } from "@tanstack/react-query";
import { memberships } from "#src/billing/memberships/contract.ts";
import type { Api, Call } from "#ui/api.ts";

export function membershipsQuery(call: Call) {
  return queryOptions({
    queryKey: ["memberships"],
    queryFn: () => call(memberships.list),
    meta: { alsoReads: ["subscriptions"] },
  });
}

export async function prefetch({ call, client }: Api): Promise<void> {
  await client.prefetchQuery(membershipsQuery(call));
}
