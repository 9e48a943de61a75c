import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { Conversation } from "#src/messaging/inbox/contract.ts";
import { useApi } from "#ui/api.ts";
import type { InboxPosition } from "./position.ts";
import { conversationQuery, conversationsQuery, findListed } from "./queries.ts";

export type Conversations = ReturnType<typeof useConversations>;

export function useConversations(position: Pick<InboxPosition, "q" | "show">) {
  const list = useInfiniteQuery({
    ...conversationsQuery(useApi(), position),
    placeholderData: keepPreviousData,
  });
  const { data } = list;
  return {
    /** Undefined while the first page loads. */
    all: useMemo(() => data?.pages.flatMap((page) => page.conversations), [data]),
    /** Regardless of search and filter. */
    unread: data?.pages[0]?.unread ?? 0,
    error: data ? null : list.error,
    query: list,
    hasMore: list.hasNextPage,
    loadingMore: list.isFetchingNextPage,
    loadMore() {
      if (list.hasNextPage && !list.isFetchingNextPage) void list.fetchNextPage();
    },
  };
}

/** The unread conversations and the open one, which is read by opening it, in its place. */
export function withOpen(
  { all, hasMore }: Conversations,
  open: Conversation | null | undefined,
): readonly Conversation[] | undefined {
  if (!all || !open || all.some(({ id }) => id === open.id)) return all;
  const at = all.findIndex(({ lastMessageAt }) => lastMessageAt < open.lastMessageAt);
  if (at < 0) return hasMore ? all : [...all, open];
  return all.toSpliced(at, 0, open);
}

/** Undefined while it loads; null if it does not exist. */
export function useOpenConversation(id: number | undefined, { all }: Conversations) {
  const client = useQueryClient();
  const listed = all?.find((one) => one.id === id);
  const [lastListed, setLastListed] = useState(listed);
  if (listed && listed !== lastListed) setLastListed(listed);
  const { data: further } = useQuery({
    ...conversationQuery(useApi(), id),
    enabled: id !== undefined && all !== undefined && !listed,
    placeholderData: () =>
      id === undefined ? null : lastListed?.id === id ? lastListed : findListed(client, id),
  });
  return id === undefined ? null : (listed ?? further);
}
