import { infiniteQueryOptions, type QueryClient } from "@tanstack/react-query";
import { type Conversation, type ConversationList, inbox } from "#src/messaging/inbox/contract.ts";
import { POLL_MS } from "#src/shared/constants.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import { read, readPages, readUnless } from "#ui/shell/data/read.ts";
import { clientPart } from "./client-panel.ts";
import { type InboxPosition, parseInboxPosition } from "./position.ts";

export const CONVERSATION_LISTS = { queryKey: ["pages", inbox.list.path] };

export function conversationsQuery(api: Api, { q, show }: Pick<InboxPosition, "q" | "show">) {
  return infiniteQueryOptions({
    ...readPages(api, inbox.list, (cursor) => ({ query: { q, show, cursor } }), {
      first: "",
      next: (page) => page.nextCursor,
    }),
    refetchInterval: POLL_MS.conversations,
  });
}

/** The most pages in memory; further ones are fetched again on scrolling. */
const WINDOW_PAGES = 6;

interface PageAt {
  readonly before?: string;
  readonly after?: string;
  readonly at?: number;
}

/** Pages go backwards from the newest message, or from the one at `at`. */
export function threadQuery(api: Api, conversationId: number, at?: number) {
  return infiniteQueryOptions({
    ...readPages(api, inbox.thread, (page) => ({ params: { id: conversationId }, query: page }), {
      first: (at === undefined ? {} : { at }) as PageAt,
      next: ({ nextCursor }) => (nextCursor ? { before: nextCursor } : undefined),
    }),
    getPreviousPageParam: ({ newerCursor }): PageAt | undefined =>
      newerCursor ? { after: newerCursor } : undefined,
    maxPages: WINDOW_PAGES,
    refetchInterval: POLL_MS.messages,
  });
}

export function draftsQuery(api: Api) {
  return read(api, inbox.drafts);
}

/** A conversation outside the loaded list; null if it was deleted. */
export function conversationQuery(api: Api, id: number | undefined) {
  return readUnless(404, api, inbox.one, { params: { id: id ?? 0 } });
}

export function findListed(client: QueryClient, id: number): Conversation | undefined {
  return client
    .getQueriesData<{ pages: readonly ConversationList[] }>(CONVERSATION_LISTS)
    .flatMap(([, data]) => data?.pages.flatMap((page) => page.conversations) ?? [])
    .find((one) => one.id === id);
}

export async function prefetch(
  { api, client }: Prefetcher,
  { search }: { readonly search: string },
): Promise<void> {
  const position = parseInboxPosition(search);
  const { conversationId: id, at } = position;
  const list = Promise.all([
    client.prefetchInfiniteQuery(conversationsQuery(api, position)),
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
