import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type Campaign, campaigns } from "#src/messaging/campaigns/contract.ts";
import { POLL_MS } from "#src/shared/constants.ts";
import { type Prefetcher, ApiError, type Api } from "#ui/api.ts";
import type { Place } from "#ui/screen.ts";

const SETTLED: readonly Campaign["status"][] = ["completed", "failed", "stopped", "draft"];

/** Null when there is no such campaign (any more). Asked again and again while it sends. */
export function reportQuery(api: Api, id: number) {
  return queryOptions({
    queryKey: ["campaigns", "report", id],
    queryFn: () => api(campaigns.report, { params: { id } }).catch(nothingOn404),
    refetchInterval: ({ state: { data } }) =>
      data && !SETTLED.includes(data.campaign.status) ? POLL_MS.campaigns : false,
    meta: { alsoReads: ["messages"] },
  });
}

/** Recipients of whom it is not known whether they were texted. */
export function unknownQuery(api: Api, id: number) {
  return infiniteQueryOptions({
    queryKey: ["campaigns", "unknown", id],
    queryFn: ({ pageParam }) =>
      api(campaigns.unknown, { params: { id }, query: { cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    meta: { alsoReads: ["contacts"] },
  });
}

export function idFrom(pathname: string): number {
  return Number(/\/campaigns\/(\d+)/.exec(pathname)?.[1] ?? 0);
}

export async function prefetch({ api, client }: Prefetcher, { pathname }: Place) {
  const id = idFrom(pathname);
  const query = reportQuery(api, id);
  await client.prefetchQuery(query);
  const report = client.getQueryData(query.queryKey);
  if (report === null) return "missing";
  if (report && report.campaign.unknownCount > 0)
    await client.prefetchInfiniteQuery(unknownQuery(api, id));
  return undefined;
}

function nothingOn404(error: unknown): null {
  if (error instanceof ApiError && error.status === 404) return null;
  throw error;
}
