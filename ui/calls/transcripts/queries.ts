import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { type CallTranscript, callTranscripts } from "#src/calls/transcripts/contract.ts";
import { type Prefetcher, ApiError, type Api } from "#ui/api.ts";
import type { Place } from "#ui/screen.ts";

/** A call comes with all its words: more at once would weigh on every refetch while somebody speaks. */
const PER_PAGE = 20;
const ALSO = ["contacts", "potential-appointments"];

/** What the page shows, as its address says. */
export interface Shown {
  readonly q: string;
  readonly call: number | undefined;
}

export function callsQuery(api: Api, q: string) {
  return infiniteQueryOptions({
    queryKey: ["calls", "list", q],
    queryFn: ({ pageParam }) =>
      api(callTranscripts.list, { query: { q, before: pageParam, limit: PER_PAGE } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page: readonly CallTranscript[]) =>
      page.length === PER_PAGE ? page.at(-1)?.id : undefined,
    placeholderData: keepPreviousData,
    meta: { alsoReads: ALSO },
  });
}

/** Null when there is no such call (any more). */
export function callQuery(api: Api, id: number) {
  return queryOptions({
    queryKey: ["calls", "one", id],
    queryFn: () => api(callTranscripts.one, { params: { id } }).catch(nobodyOn404),
    meta: { alsoReads: ALSO },
  });
}

export function callCountQuery(api: Api) {
  return queryOptions({
    queryKey: ["calls", "count"],
    queryFn: async () => (await api(callTranscripts.count)).count,
  });
}

export function shownFrom(search: string): Shown {
  const params = new URLSearchParams(search);
  const id = Number(params.get("call"));
  return {
    q: (params.get("q") ?? "").trim(),
    call: Number.isSafeInteger(id) && id > 0 ? id : undefined,
  };
}

export async function prefetch({ api, client }: Prefetcher, { search }: Place): Promise<void> {
  const shown = shownFrom(search);
  await Promise.all([
    client.prefetchInfiniteQuery(callsQuery(api, shown.q)),
    client.prefetchQuery(callCountQuery(api)),
    shown.call !== undefined && client.prefetchQuery(callQuery(api, shown.call)),
  ]);
}

function nobodyOn404(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}
