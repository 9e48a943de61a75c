import { useQueryClient } from "@tanstack/react-query";
import { useLocation, useSearch } from "wouter";
import type { Thread } from "#src/messaging/inbox/contract.ts";
import { useApi } from "#ui/api.ts";
import { hrefOf, parseInboxPosition } from "./position.ts";
import { threadQuery } from "./queries.ts";

/** Returns to the newest messages from any position in the thread. */
export function useToNewest(conversationId: number): () => void {
  const place = parseInboxPosition(useSearch());
  const [, navigate] = useLocation();
  const api = useApi();
  const client = useQueryClient();
  return () => {
    const { queryKey } = threadQuery(api, conversationId);
    const thread = client.getQueryData<{ pages: readonly Thread[] }>(queryKey);
    // The newest page was dropped from memory while an older one was read.
    if (thread?.pages[0]?.newerCursor) void client.resetQueries({ queryKey, exact: true });
    if (place.at !== undefined) navigate(hrefOf({ ...place, at: undefined }), { replace: true });
  };
}
