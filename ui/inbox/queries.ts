import { infiniteQueryOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { type Contact, contacts } from "#src/contacts/contract.ts";
import { type Conversation, type ConversationList, inbox } from "#src/inbox/contract.ts";
import { POLL_MS } from "#src/shared/constants.ts";
import { type Api, ApiError, type Call } from "#ui/api.ts";
import { readPlace } from "./place.ts";

export function conversationsQuery(call: Call, q: string) {
  return infiniteQueryOptions({
    queryKey: ["conversations", "list", q],
    queryFn: ({ pageParam: cursor }) => call(inbox.list, { query: { q, cursor } }),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: POLL_MS.conversations,
  });
}

/** The pages go back in time: the first holds the newest messages. */
export function threadQuery(call: Call, conversationId: number) {
  return infiniteQueryOptions({
    queryKey: ["messages", "thread", conversationId],
    queryFn: ({ pageParam: before }) =>
      call(inbox.thread, { params: { id: conversationId }, query: { before } }),
    initialPageParam: "",
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: POLL_MS.messages,
  });
}

/** One that the list does not show: it lies further back, or the search leaves it out. Null: gone. */
export function conversationQuery(call: Call, id: number | undefined) {
  return queryOptions({
    queryKey: ["conversations", "one", id],
    queryFn: () => (id === undefined ? null : call(inbox.one, { params: { id } }).catch(nullOn404)),
  });
}

function nullOn404(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}

/** The whole record of a conversation's client; null where the visitor may not see the number. */
export function clientQuery(call: Call, { id, phoneNumber }: Conversation["contact"]) {
  return queryOptions({
    queryKey: ["contacts", "one", id],
    queryFn: async (): Promise<Contact | null> => {
      const { contacts: found } = await call(contacts.list, {
        query: { q: phoneNumber, limit: 5 },
      });
      return found.find((contact) => contact.id === id) ?? null;
    },
    enabled: phoneNumber.startsWith("+"),
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
  { call, client }: Api,
  { search }: { readonly search: string },
): Promise<void> {
  const { conversationId: id, q } = readPlace(search);
  const list = client.prefetchInfiniteQuery(conversationsQuery(call, q));
  if (id === undefined) return list;

  await Promise.all([list, client.prefetchInfiniteQuery(threadQuery(call, id))]);
  const conversation =
    findListed(client, id) ?? (await client.fetchQuery(conversationQuery(call, id)));
  if (conversation) await client.prefetchQuery(clientQuery(call, conversation.contact));
}
