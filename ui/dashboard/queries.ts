import { queryOptions } from "@tanstack/react-query";
import { dashboard } from "#src/dashboard/contract.ts";
import { POLL_MS } from "#src/shared/constants.ts";
import type { Api, Call } from "#ui/api.ts";

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

export async function prefetch({ call, client }: Api): Promise<void> {
  await Promise.all([
    client.prefetchQuery(statsQuery(call)),
    client.prefetchQuery(activityQuery(call)),
  ]);
}
