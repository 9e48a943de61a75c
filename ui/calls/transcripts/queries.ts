import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { callTranscripts } from "#src/calls/transcripts/contract.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import type { Place } from "#ui/screen.ts";
import { byId } from "#ui/shell/data/all-pages.ts";
import { read, readPages, readUnless } from "#ui/shell/data/read.ts";

/** Calls include their whole transcript, so larger pages would make every refetch expensive. */
const PER_PAGE = 20;

type Show = "all" | "unanswered";

export function callsQuery(api: Api, q: string, show: Show) {
  return infiniteQueryOptions({
    ...readPages(
      api,
      callTranscripts.list,
      (cursor) => ({ query: { q, show, before: cursor, limit: PER_PAGE } }),
      byId(PER_PAGE),
    ),
    placeholderData: keepPreviousData,
  });
}

/** Null when the call does not exist. */
export function callQuery(api: Api, id: number) {
  return readUnless(404, api, callTranscripts.one, { params: { id } });
}

export function callCountQuery(api: Api) {
  return queryOptions({ ...read(api, callTranscripts.count), select: ({ count }) => count });
}

/** Kept when a call opens. A search is through all calls. */
export interface CallFilter {
  readonly q: string;
  readonly show: Show;
}

export function hrefOf({ q, show }: CallFilter, call?: number): string {
  const params = new URLSearchParams({
    ...(call !== undefined && { call: String(call) }),
    ...(q !== "" && { q }),
    ...(show !== "all" && { show }),
  });
  return params.size === 0 ? "/call-transcripts" : `/call-transcripts?${params}`;
}

/** The page's state, parsed from its address. */
export function parseCallSearch(search: string) {
  const params = new URLSearchParams(search);
  const id = Number(params.get("call"));
  return {
    q: (params.get("q") ?? "").trim(),
    show: (params.get("show") === "unanswered" ? "unanswered" : "all") as Show,
    call: Number.isSafeInteger(id) && id > 0 ? id : undefined,
  };
}

export async function prefetch({ api, client }: Prefetcher, { search }: Place): Promise<void> {
  const parsed = parseCallSearch(search);
  await Promise.all([
    client.prefetchInfiniteQuery(callsQuery(api, parsed.q, parsed.show)),
    client.prefetchQuery(callCountQuery(api)),
    parsed.call !== undefined && client.prefetchQuery(callQuery(api, parsed.call)),
  ]);
}
