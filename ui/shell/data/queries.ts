import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import { readLater } from "#ui/shell/data/read.ts";
import {
  requestCountsQuery,
  waitingConflictsQuery,
  waitingQuery,
  waitingUpdatesQuery,
} from "#ui/shell/layout/pending-queries.ts";
import { unreadQuery } from "#ui/shell/layout/unread-query.ts";
import { loadSettings } from "#ui/shell/settings-contract.ts";

/** The same cache entry as everywhere: key ["settings"]. */
export function shellSettingsQuery(api: Api) {
  return readLater({ path: "/api/settings", reads: ["settings"] }, async () =>
    api((await loadSettings()).read),
  );
}

export async function prefetchShell({ api, client }: Prefetcher, user: CurrentUser): Promise<void> {
  await Promise.all([
    client.prefetchQuery(shellSettingsQuery(api)),
    mayOpen(user, "/inbox") && client.prefetchQuery(unreadQuery(api)),
    (mayOpen(user, "/") || mayOpen(user, "/appointments")) &&
      client.prefetchQuery(waitingQuery(api)),
    mayOpen(user, "/contact-updates") && client.prefetchQuery(waitingUpdatesQuery(api)),
    mayOpen(user, "/potential-appointments") && client.prefetchQuery(requestCountsQuery(api)),
    mayOpen(user, "/appointment-management") && client.prefetchQuery(waitingConflictsQuery(api)),
  ]);
}
