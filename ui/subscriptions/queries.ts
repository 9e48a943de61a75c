import { queryOptions } from "@tanstack/react-query";
import { subscriptions } from "#src/subscriptions/contract.ts";
import type { Api, Call } from "#ui/api.ts";

export function subscriptionsQuery(call: Call) {
  return queryOptions({
    queryKey: ["subscriptions"],
    queryFn: () => call(subscriptions.list),
    meta: { alsoReads: ["memberships", "contacts"] },
  });
}

export function usageQuery(call: Call, id: number) {
  return queryOptions({
    queryKey: ["subscriptions", "usage", id],
    queryFn: () => call(subscriptions.usage, { params: { id } }),
  });
}

export function paymentsQuery(call: Call, id: number) {
  return queryOptions({
    queryKey: ["subscriptions", "payments", id],
    queryFn: () => call(subscriptions.payments, { params: { id } }),
  });
}

export async function prefetch({ call, client }: Api): Promise<void> {
  await client.prefetchQuery(subscriptionsQuery(call));
}
