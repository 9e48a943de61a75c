import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { reviews } from "#src/reviews/contract.ts";
import { POLL_MS } from "#src/shared/constants.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import type { Place } from "#ui/screen.ts";
import { byId } from "#ui/shell/data/all-pages.ts";
import { read, readPages } from "#ui/shell/data/read.ts";

const PER_PAGE = 50;

/** Newest first; `q` searches the reviewer and the contact. */
export function reviewsQuery(api: Api, q: string) {
  return infiniteQueryOptions({
    ...readPages(
      api,
      reviews.list,
      (cursor) => ({ query: { q, before: cursor, limit: PER_PAGE } }),
      byId(PER_PAGE),
    ),
    refetchInterval: POLL_MS.reviews,
    placeholderData: keepPreviousData,
  });
}

export function statsQuery(api: Api) {
  return queryOptions({ ...read(api, reviews.stats), refetchInterval: POLL_MS.reviews });
}

export function connectionQuery(api: Api) {
  return queryOptions({ ...read(api, reviews.connection), refetchInterval: POLL_MS.reviews });
}

export function parseSearch(params: URLSearchParams): string {
  return (params.get("q") ?? "").trim();
}

export async function prefetch({ api, client }: Prefetcher, { search }: Place): Promise<void> {
  const q = parseSearch(new URLSearchParams(search));
  await Promise.all([
    client.prefetchInfiniteQuery(reviewsQuery(api, q)),
    client.prefetchQuery(statsQuery(api)),
    client.prefetchQuery(connectionQuery(api)),
  ]);
}
