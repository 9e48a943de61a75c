import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { reviews } from "#src/reviews/contract.ts";
import { POLL_MS } from "#src/shared/constants.ts";
import type { Api, Call } from "#ui/api.ts";
import type { Place } from "#ui/screen.ts";

const PER_PAGE = 50;

/** Newest first; `q` looks for the reviewer or the contact. */
export function reviewsQuery(call: Call, q: string) {
  return infiniteQueryOptions({
    queryKey: ["reviews", "list", q],
    queryFn: ({ pageParam }) =>
      call(reviews.list, { query: { q, before: pageParam, limit: PER_PAGE } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length === PER_PAGE ? page.at(-1)?.id : undefined),
    refetchInterval: POLL_MS.reviews,
    placeholderData: keepPreviousData,
    meta: { alsoReads: ["contacts"] },
  });
}

export function statsQuery(call: Call) {
  return queryOptions({
    queryKey: ["reviews", "stats"],
    queryFn: () => call(reviews.stats),
    refetchInterval: POLL_MS.reviews,
    meta: { alsoReads: ["contacts"] },
  });
}

export function connectionQuery(call: Call) {
  return queryOptions({
    queryKey: ["reviews", "connection"],
    queryFn: () => call(reviews.connection),
    refetchInterval: POLL_MS.reviews,
    meta: { alsoReads: ["settings"] },
  });
}

export function searchFrom(params: URLSearchParams): string {
  return (params.get("q") ?? "").trim();
}

export async function prefetch({ call, client }: Api, { search }: Place): Promise<void> {
  const q = searchFrom(new URLSearchParams(search));
  await Promise.all([
    client.prefetchInfiniteQuery(reviewsQuery(call, q)),
    client.prefetchQuery(statsQuery(call)),
    client.prefetchQuery(connectionQuery(call)),
  ]);
}
