import { queryOptions } from "@tanstack/react-query";
import { type Campaign, campaigns } from "#src/messaging/campaigns/contract.ts";
import { POLL_MS } from "#src/shared/constants.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import type { Place } from "#ui/screen.ts";
import { BY_CURSOR, readPages, readUnless } from "#ui/shell/data/read.ts";

const SETTLED: readonly Campaign["status"][] = ["completed", "failed", "stopped", "draft"];

/** Null when the campaign does not exist. Polled while it sends. */
export function reportQuery(api: Api, id: number) {
  return queryOptions({
    ...readUnless(404, api, campaigns.report, { params: { id } }),
    refetchInterval: ({ state: { data } }) =>
      data && !SETTLED.includes(data.campaign.status) ? POLL_MS.campaigns : false,
  });
}

export function unknownQuery(api: Api, id: number) {
  return readPages(
    api,
    campaigns.unknown,
    (cursor) => ({ params: { id }, query: { cursor } }),
    BY_CURSOR,
  );
}

export function parseId(pathname: string): number {
  return Number(/\/campaigns\/(\d+)/.exec(pathname)?.[1] ?? 0);
}

export async function prefetch({ api, client }: Prefetcher, { pathname }: Place) {
  const id = parseId(pathname);
  const query = reportQuery(api, id);
  await client.prefetchQuery(query);
  const report = client.getQueryData(query.queryKey);
  if (report === null) return "missing";
  if (report && report.campaign.unknownCount > 0)
    await client.prefetchInfiniteQuery(unknownQuery(api, id));
  return undefined;
}
