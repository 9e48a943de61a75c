import {
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from "@tanstack/react-query";
import { useMemo } from "react";
import type { Conversation } from "#src/messaging/inbox/contract.ts";
import { useApi } from "#ui/api.ts";
import type { LoadFailedProps } from "#ui/shell/data/load-failed.tsx";
import { conversationQuery, conversationsQuery, findListed } from "./queries.ts";

export interface Conversations {
  /** Undefined while the first page loads. */
  readonly all: readonly Conversation[] | undefined;
  /** The number of unread conversations, regardless of the search. */
  readonly unread: number;
  readonly error: Error | null;
  /** The request itself, for a second try. */
  readonly query: LoadFailedProps["query"];
  readonly hasMore: boolean;
  readonly loadingMore: boolean;
  loadMore(): void;
}

export function useConversations(q: string): Conversations {
  const list = useInfiniteQuery({
    ...conversationsQuery(useApi(), q),
    placeholderData: keepPreviousData,
  });
  const { data } = list;
  return {
    all: useMemo(() => data?.pages.flatMap((page) => page.conversations), [data]),
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
export function useOpenConversation(
  id: number | undefined,
  { all }: Conversations,
): Conversation | null | undefined {
  const client = useQueryClient();
  const listed = all?.find((one) => one.id === id);
  const { data: further } = useQuery({
    ...conversationQuery(useApi(), id),
    enabled: id !== undefined && all !== undefined && !listed,
    placeholderData: () => (id === undefined ? null : findListed(client, id)),
  });
  return id === undefined ? null : (listed ?? further);
}
