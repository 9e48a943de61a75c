import { subscriptions } from "#src/billing/subscriptions/contract.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import { byId } from "#ui/shell/data/all-pages.ts";
import { read, readPages } from "#ui/shell/data/read.ts";

export function subscriptionsQuery(api: Api) {
  return readPages(api, subscriptions.list, (before) => ({ query: { before } }), byId());
}

export function usageQuery(api: Api, id: number) {
  return read(api, subscriptions.usage, { params: { id } });
}

export function paymentsQuery(api: Api, id: number) {
  return read(api, subscriptions.payments, { params: { id } });
}

export async function prefetch({ api, client }: Prefetcher): Promise<void> {
  await client.prefetchInfiniteQuery(subscriptionsQuery(api));
}
