import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { reviews } from "#src/reviews/contract.ts";
import { POLL_MS } from "#src/shared/constants.ts";
import type { Prefetcher, Api } from "#ui/api.ts";
import type { Place } from "#ui/screen.ts";

const PER_PAGE = 50;

/** Newest first; `q` looks for the reviewer or the contact. */
export function reviewsQuery(api: Api, q: string) {
  return infiniteQueryOptions({
    queryKey: ["reviews", "list", q],
    queryFn: ({ pageParam }) =>
      api(reviews.list, { query: { q, before: pageParam, limit: PER_PAGE } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length === PER_PAGE ? page.at(-1)?.id : undefined),
    refetchInterval: POLL_MS.reviews,
    placeholderData: keepPreviousData,
    meta: { alsoReads: ["contacts"] },
  });
}

export function statsQuery(api: Api) {
  return queryOptions({
    queryKey: ["reviews", "stats"],
    queryFn: () => api(reviews.stats),
    refetchInterval: POLL_MS.reviews,
    meta: { alsoReads: ["contacts"] },
  });
}

export function connectionQuery(api: Api) {
  return queryOptions({
    queryKey: ["reviews", "connection"],
    queryFn: () => api(reviews.connection),
    refetchInterval: POLL_MS.reviews,
    meta: { alsoReads: ["settings"] },
  });
}

export function searchFrom(params: URLSearchParams): string {
  return (params.get("q") ?? "").trim();
}

export async function prefetch({ api, client }: Prefetcher, { search }: Place): Promise<void> {
  const q = searchFrom(new URLSearchParams(search));
  await Promise.all([
    client.prefetchInfiniteQuery(reviewsQuery(api, q)),
    client.prefetchQuery(statsQuery(api)),
    client.prefetchQuery(connectionQuery(api)),
  ]);
}
