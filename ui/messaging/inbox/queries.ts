import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { type Conversation, type ConversationList, inbox } from "#src/messaging/inbox/contract.ts";
import { POLL_MS } from "#src/shared/constants.ts";
import type { Prefetcher, Api } from "#ui/api.ts";
import { clientPart } from "./client-panel.ts";
import { nullOn404 } from "./null-on-404.ts";
import { readPlace } from "./position.ts";

export function conversationsQuery(api: Api, q: string) {
  return infiniteQueryOptions({
    queryKey: ["conversations", "list", q],
    queryFn: ({ pageParam: cursor }) => api(inbox.list, { query: { q, cursor } }),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: POLL_MS.conversations,
  });
}

/** Pages in memory: what lies further away is fetched again when it is scrolled to. */
const WINDOW_PAGES = 6;

interface PageAt {
  readonly before?: string;
  readonly after?: string;
  readonly at?: number;
}

export function threadKey(conversationId: number, at?: number) {
  const key = ["messages", "thread", conversationId] as const;
  return at === undefined ? key : ([...key, at] as const);
}

/** The pages go back in time: the first holds the newest messages of the window, which begins at one of them or at the end. */
export function threadQuery(api: Api, conversationId: number, at?: number) {
  return infiniteQueryOptions({
    queryKey: threadKey(conversationId, at),
    queryFn: ({ pageParam }) =>
      api(inbox.thread, { params: { id: conversationId }, query: pageParam }),
    initialPageParam: (at === undefined ? {} : { at }) as PageAt,
    getNextPageParam: ({ nextCursor }): PageAt | undefined =>
      nextCursor ? { before: nextCursor } : undefined,
    getPreviousPageParam: ({ newerCursor }): PageAt | undefined =>
      newerCursor ? { after: newerCursor } : undefined,
    maxPages: WINDOW_PAGES,
    refetchInterval: POLL_MS.messages,
  });
}

/** What the visitor has typed and not sent, in whichever conversation. */
export function draftsQuery(api: Api) {
  return queryOptions({ queryKey: ["drafts"], queryFn: () => api(inbox.drafts) });
}

/** One that the list does not show: it lies further back, or the search leaves it out. Null: gone. */
export function conversationQuery(api: Api, id: number | undefined) {
  return queryOptions({
    queryKey: ["conversations", "one", id],
    queryFn: () => (id === undefined ? null : api(inbox.one, { params: { id } }).catch(nullOn404)),
  });
}

/** In whatever lists are at hand. */
export function findListed(client: QueryClient, id: number): Conversation | undefined {
  return client
    .getQueriesData<{ pages: readonly ConversationList[] }>({ queryKey: ["conversations", "list"] })
    .flatMap(([, data]) => data?.pages.flatMap((page) => page.conversations) ?? [])
    .find((one) => one.id === id);
}

export async function prefetch(
  { api, client }: Prefetcher,
  { search }: { readonly search: string },
): Promise<void> {
  const { conversationId: id, q, at } = readPlace(search);
  const list = Promise.all([
    client.prefetchInfiniteQuery(conversationsQuery(api, q)),
    client.prefetchQuery(draftsQuery(api)),
  ]).then(() => undefined);
  if (id === undefined) return list;

  await Promise.all([list, client.prefetchInfiniteQuery(threadQuery(api, id, at))]);
  const conversation =
    findListed(client, id) ?? (await client.fetchQuery(conversationQuery(api, id)));
  if (!conversation) return;
  const { prefetchClient } = await import("./client-queries.ts");
  await Promise.all([clientPart.preload(), prefetchClient({ api, client }, conversation)]);
}
