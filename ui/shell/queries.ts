import { queryOptions } from "@tanstack/react-query";
import type { CurrentUser } from "#src/auth/contract.ts";
import { inbox } from "#src/inbox/contract.ts";
import { settings } from "#src/settings/contract.ts";
import { POLL_MS } from "#src/shared/constants.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import type { Api, Call } from "#ui/api.ts";

/** The same cache entry as everywhere: key ["settings"]. */
export function shellSettingsQuery(call: Call) {
  return queryOptions({ queryKey: ["settings"], queryFn: () => call(settings.read) });
}

/** How many conversations hold something unread, for the menu's badge. */
export function unreadQuery(call: Call) {
  return queryOptions({
    queryKey: ["conversations", "unread"],
    queryFn: async () => (await call(inbox.list, { query: { limit: 1 } })).unread,
    refetchInterval: POLL_MS.conversations,
  });
}

/** What the frame around every screen shows, for whom it shows it. */
export async function prefetchShell({ call, client }: Api, user: CurrentUser): Promise<void> {
  await Promise.all([
    client.prefetchQuery(shellSettingsQuery(call)),
    mayOpen(user, "/inbox") && client.prefetchQuery(unreadQuery(call)),
  ]);
}
