import { queryOptions } from "@tanstack/react-query";
import { paymentPlans } from "#src/billing/payment-plans/contract.ts";
import type { Api, Call } from "#ui/api.ts";

export function plansQuery(call: Call) {
  return queryOptions({
    queryKey: ["plans"],
    queryFn: () => call(paymentPlans.list),
    // What an open checkout or a new subscriber freezes.
    meta: { alsoReads: ["plan-subscriptions"] },
  });
}

export async function prefetch({ call, client }: Api): Promise<void> {
  await client.prefetchQuery(plansQuery(call));
}
