import { queryOptions } from "@tanstack/react-query";
import { POLL_MS } from "#src/shared/constants.ts";
import type { Api } from "#ui/api.ts";

/** How many conversations hold something unread, for the menu's badge and the browser's tab. */
export function unreadQuery(api: Api) {
  return queryOptions({
    queryKey: ["conversations", "unread"],
    // The tab's title stands on the pages of the signed-out too, which do not start with contracts.
    queryFn: async () => {
      const { inbox } = await import("#src/messaging/inbox/contract.ts");
      return (await api(inbox.list, { query: { limit: 1 } })).unread;
    },
    refetchInterval: POLL_MS.conversations,
  });
}
