import { queryOptions } from "@tanstack/react-query";
import { POLL_MS } from "#src/shared/constants.ts";
import type { Api } from "#ui/api.ts";
import { readLater } from "#ui/shell/data/read.ts";

const LIST = {
  path: "/api/conversations",
  reads: ["conversations", "contacts"],
} as const;

/** The number of conversations with unread texts, for the menu's badge and the browser's tab. */
export function unreadQuery(api: Api) {
  return queryOptions({
    // Signed-out pages have a tab title too, and load no contract.
    ...readLater(
      LIST,
      async () => {
        const { inbox } = await import("#src/messaging/inbox/contract.ts");
        return (await api(inbox.list, { query: { limit: 1 } })).unread;
      },
      { limit: 1 },
    ),
    refetchInterval: POLL_MS.conversations,
  });
}
