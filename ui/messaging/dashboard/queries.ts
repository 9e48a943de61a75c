import { queryOptions } from "@tanstack/react-query";
import { dashboard } from "#src/messaging/dashboard/contract.ts";
import { alerts } from "#src/platform/alerts/contract.ts";
import { POLL_MS } from "#src/shared/constants.ts";
import type { Api, Call } from "#ui/api.ts";
import { currentUserQuery } from "#ui/current-user.ts";

export function statsQuery(call: Call) {
  return queryOptions({
    queryKey: ["stats"],
    queryFn: () => call(dashboard.stats),
    refetchInterval: POLL_MS.stats,
  });
}

/** Keyed as a conversation: a reply then shows at once, and the rest with the next poll. */
export function activityQuery(call: Call) {
  return queryOptions({
    queryKey: ["conversations", "activity"],
    queryFn: () => call(dashboard.activity),
    refetchInterval: POLL_MS.stats,
  });
}

export function alertsQuery(call: Call) {
  return queryOptions({ queryKey: ["alerts"], queryFn: () => call(alerts.list) });
}

export async function prefetch({ call, client }: Api): Promise<void> {
  const user = client.getQueryData(currentUserQuery(call).queryKey);
  await Promise.all([
    user?.role === "admin" && client.prefetchQuery(alertsQuery(call)),
    client.prefetchQuery(statsQuery(call)),
    client.prefetchQuery(activityQuery(call)),
  ]);
}
