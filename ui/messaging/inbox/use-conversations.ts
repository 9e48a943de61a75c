import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useMemo } from "react";
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

/** Undefined while it loads; null if it does not exist. */
export function useOpenConversation(id: number | undefined, { all }: Conversations) {
  const client = useQueryClient();
  const listed = all?.find((one) => one.id === id);
  const { data: further } = useQuery({
    ...conversationQuery(useApi(), id),
    enabled: id !== undefined && all !== undefined && !listed,
    placeholderData: () => (id === undefined ? null : findListed(client, id)),
  });
  return id === undefined ? null : (listed ?? further);
}
