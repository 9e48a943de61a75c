import { queryOptions } from "@tanstack/react-query";
import { paymentPlans } from "#src/billing/payment-plans/contract.ts";
import type { Prefetcher, Api } from "#ui/api.ts";

export function plansQuery(api: Api) {
  return queryOptions({
    queryKey: ["plans"],
    queryFn: () => api(paymentPlans.list),
    // What an open checkout or a new subscriber freezes.
    meta: { alsoReads: ["plan-subscriptions"] },
  });
}

export async function prefetch({ api, client }: Prefetcher): Promise<void> {
  await client.prefetchQuery(plansQuery(api));
}
