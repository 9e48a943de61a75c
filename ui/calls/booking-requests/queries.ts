import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { potentialAppointments, RequestStatus } from "#src/calls/booking-requests/contract.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import type { Place } from "#ui/screen.ts";
import { byId } from "#ui/shell/data/all-pages.ts";
import { readPages } from "#ui/shell/data/read.ts";
import { requestCountsQuery } from "#ui/shell/layout/pending-queries.ts";

/** The tab, as named in the address; pending without one. */
export type Tab = RequestStatus | "all";

const PER_PAGE = 50;

export function requestsQuery(api: Api, tab: Tab) {
  return infiniteQueryOptions({
    ...readPages(
      api,
      potentialAppointments.list,
      (cursor) => ({
        query: { ...(tab !== "all" && { status: tab }), before: cursor, limit: PER_PAGE },
      }),
      byId(PER_PAGE),
    ),
    placeholderData: keepPreviousData,
  });
}

export function parseTab(params: URLSearchParams): Tab {
  const status = params.get("status");
  return status === "all" ? "all" : (RequestStatus.safeParse(status).data ?? "pending");
}

export async function prefetch({ api, client }: Prefetcher, { search }: Place): Promise<void> {
  const tab = parseTab(new URLSearchParams(search));
  await Promise.all([
    client.prefetchInfiniteQuery(requestsQuery(api, tab)),
    client.prefetchQuery(requestCountsQuery(api)),
  ]);
}
