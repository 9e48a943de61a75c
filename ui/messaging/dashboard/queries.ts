import { queryOptions } from "@tanstack/react-query";
import { dashboard } from "#src/messaging/dashboard/contract.ts";
import { alerts } from "#src/platform/alerts/contract.ts";
import { POLL_MS } from "#src/shared/constants.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import { prefetchToday } from "#ui/calendar/today/queries.ts";
import { currentUserQuery } from "#ui/current-user.ts";
import { prefetchSetUp } from "#ui/platform/set-up/queries.ts";
import { read } from "#ui/shell/data/read.ts";

export function statsQuery(api: Api) {
  return queryOptions({ ...read(api, dashboard.stats), refetchInterval: POLL_MS.stats });
}

/** Keyed like a conversation, so that a reply appears at once and the rest with the next poll. */
export function activityQuery(api: Api) {
  return queryOptions({ ...read(api, dashboard.activity), refetchInterval: POLL_MS.stats });
}

export function alertsQuery(api: Api) {
  return read(api, alerts.list);
}

export async function prefetch({ api, client }: Prefetcher): Promise<void> {
  const user = client.getQueryData(currentUserQuery(api).queryKey);
  const isAdmin = user?.role === "admin";
  await Promise.all([
    isAdmin && client.prefetchQuery(alertsQuery(api)),
    isAdmin && prefetchSetUp({ api, client }),
    user && mayOpen(user, "/appointments") && prefetchToday({ api, client }),
    client.prefetchQuery(statsQuery(api)),
    client.prefetchQuery(activityQuery(api)),
  ]);
}
