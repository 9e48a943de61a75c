import { queryOptions } from "@tanstack/react-query";
import { POLL_MS } from "#src/shared/constants.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import { prefetchToday } from "#ui/calendar/today/queries.ts";
import { currentUserQuery } from "#ui/current-user.ts";
import { prefetchSetUp } from "#ui/platform/set-up/queries.ts";
import { readLater } from "#ui/shell/data/read.ts";

export function statsQuery(api: Api) {
  const endpoint = {
    path: "/api/stats",
    reads: ["stats", "campaigns", "contacts", "conversations"],
  } as const;
  return queryOptions({
    ...readLater(endpoint, async (priority) => api((await load()).stats, { priority })),
    refetchInterval: POLL_MS.stats,
  });
}

export function activityQuery(api: Api) {
  const endpoint = {
    path: "/api/activity",
    reads: ["campaigns", "campaign-progress", "conversations", "contacts", "appointments"],
  } as const;
  return queryOptions({
    ...readLater(endpoint, async (priority) => api((await load()).activity, { priority })),
    refetchInterval: POLL_MS.stats,
  });
}

export function alertsQuery(api: Api) {
  return readLater({ path: "/api/alerts", reads: ["alerts"] }, async () =>
    api((await import("#src/platform/alerts/contract.ts")).alerts.list),
  );
}

async function load() {
  return (await import("#src/messaging/dashboard/contract.ts")).dashboard;
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
