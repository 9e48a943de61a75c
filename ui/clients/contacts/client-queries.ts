import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { clients } from "#src/clients/profile/contract.ts";
import { type Api, ApiError, type Call } from "#ui/api.ts";
import { prefetchClientAppointments } from "#ui/clients/parts/client-appointments.tsx";
import { tagsQuery } from "#ui/clients/parts/tag-queries.ts";
import type { Place } from "#ui/screen.ts";

/** Null when there is no such client (any more). */
export function clientQuery(call: Call, id: number) {
  return queryOptions({
    queryKey: ["contacts", "client", id],
    queryFn: () => call(clients.one, { params: { id } }).catch(nobodyOn404),
    meta: { alsoReads: ["tags"] },
  });
}

export function historyQuery(call: Call, id: number) {
  return infiniteQueryOptions({
    queryKey: ["messages", "history", id],
    queryFn: ({ pageParam }) =>
      call(clients.history, { params: { id }, query: { before: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    meta: { alsoReads: ["notes", "contacts", "campaigns", "calls"] },
  });
}

export function idFrom(pathname: string): number {
  return Number(/\/contacts\/(\d+)/.exec(pathname)?.[1] ?? 0);
}

export async function prefetch({ call, client }: Api, { pathname }: Place) {
  const id = idFrom(pathname);
  const [contact] = await Promise.all([
    client.fetchQuery(clientQuery(call, id)),
    client.prefetchInfiniteQuery(historyQuery(call, id)),
    client.prefetchQuery(tagsQuery(call)),
    prefetchClientAppointments({ call, client }, id),
  ]);
  return contact === null ? "missing" : undefined;
}

function nobodyOn404(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}
