import { paymentPlans } from "#src/billing/payment-plans/contract.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import { read } from "#ui/shell/data/read.ts";

export function plansQuery(api: Api) {
  return read(api, paymentPlans.list);
}

export async function prefetch({ api, client }: Prefetcher): Promise<void> {
  await client.prefetchQuery(plansQuery(api));
}
