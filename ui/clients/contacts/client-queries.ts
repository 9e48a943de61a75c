import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { clients } from "#src/clients/profile/contract.ts";
import { type Prefetcher, ApiError, type Api } from "#ui/api.ts";
import { prefetchClientAppointments } from "#ui/clients/parts/client-appointments.tsx";
import { tagsQuery } from "#ui/clients/parts/tag-queries.ts";
import type { Place } from "#ui/screen.ts";

/** Null when there is no such client (any more). */
export function clientQuery(api: Api, id: number) {
  return queryOptions({
    queryKey: ["contacts", "client", id],
    queryFn: () => api(clients.one, { params: { id } }).catch(nobodyOn404),
    meta: { alsoReads: ["tags"] },
  });
}

export function historyQuery(api: Api, id: number) {
  return infiniteQueryOptions({
    queryKey: ["messages", "history", id],
    queryFn: ({ pageParam }) =>
      api(clients.history, { params: { id }, query: { before: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    meta: { alsoReads: ["notes", "contacts", "campaigns", "calls"] },
  });
}

export function idFrom(pathname: string): number {
  return Number(/\/contacts\/(\d+)/.exec(pathname)?.[1] ?? 0);
}

export async function prefetch({ api, client }: Prefetcher, { pathname }: Place) {
  const id = idFrom(pathname);
  const [contact] = await Promise.all([
    client.fetchQuery(clientQuery(api, id)),
    client.prefetchInfiniteQuery(historyQuery(api, id)),
    client.prefetchQuery(tagsQuery(api)),
    prefetchClientAppointments({ api, client }, id),
  ]);
  return contact === null ? "missing" : undefined;
}

function nobodyOn404(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}
