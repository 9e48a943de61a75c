import { queryOptions } from "@tanstack/react-query";
import { planSubscribers } from "#src/plan-subscribers/contract.ts";
import type { Api, Call } from "#ui/api.ts";

export function subscribersQuery(call: Call) {
  return queryOptions({
    queryKey: ["plan-subscriptions"],
    queryFn: () => call(planSubscribers.list),
    meta: { alsoReads: ["plans", "contacts"] },
  });
}

export async function prefetch({ call, client }: Api): Promise<void> {
  await client.prefetchQuery(subscribersQuery(call));
}
