import { queryOptions } from "@tanstack/react-query";
import type { CurrentUser } from "#src/accounts/sign-in/contract.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import type { Api, Call } from "#ui/api.ts";
import {
  requestCountsQuery,
  waitingConflictsQuery,
  waitingUpdatesQuery,
} from "#ui/shell/layout/pending-queries.ts";
import { unreadQuery } from "#ui/shell/layout/unread-query.ts";
import { loadSettings } from "#ui/shell/settings-contract.ts";

/** The same cache entry as everywhere: key ["settings"]. */
export function shellSettingsQuery(call: Call) {
  return queryOptions({
    queryKey: ["settings"],
    queryFn: async () => call((await loadSettings()).read),
  });
}

/** What the frame around every screen shows, for whom it shows it. */
export async function prefetchShell({ call, client }: Api, user: CurrentUser): Promise<void> {
  await Promise.all([
    client.prefetchQuery(shellSettingsQuery(call)),
    mayOpen(user, "/inbox") && client.prefetchQuery(unreadQuery(call)),
    mayOpen(user, "/contact-updates") && client.prefetchQuery(waitingUpdatesQuery(call)),
    mayOpen(user, "/potential-appointments") && client.prefetchQuery(requestCountsQuery(call)),
    mayOpen(user, "/appointment-management") && client.prefetchQuery(waitingConflictsQuery(call)),
  ]);
}
