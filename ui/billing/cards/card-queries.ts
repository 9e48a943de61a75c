import type { Card } from "#src/billing/cards/contract.ts";
import { type Api, ApiError, type Prefetcher } from "#ui/api.ts";
import type { Place } from "#ui/screen.ts";
import { readLater } from "#ui/shell/data/read.ts";

/** The contract is no part of the first page, because it brings zod. */
export async function loadCards() {
  return (await import("#src/billing/cards/contract.ts")).cards;
}

export function cardPageQuery(api: Api, token: string) {
  return readLater(
    { path: "/api/card/:token", reads: ["contacts"] },
    async () => api((await loadCards()).page, { params: { token } }),
    { token },
  );
}

export function cardTokenIn(pathname: string): string {
  return /\/card\/([^/]+)/.exec(pathname)?.[1] ?? "";
}

export async function prefetchCardPage({ api, client }: Prefetcher, { pathname }: Place) {
  const query = cardPageQuery(api, cardTokenIn(pathname));
  await client.prefetchQuery(query);
  const { error } = client.getQueryState(query.queryKey) ?? {};
  return error instanceof ApiError && error.status === 404 ? "missing" : undefined;
}

/** "Expires 03/27", "Expired 03/27". */
export function formatExpiry({ expMonth, expYear, expired }: Card): string {
  const month = String(expMonth).padStart(2, "0");
  return `${expired ? "Expired" : "Expires"} ${month}/${String(expYear).slice(-2)}`;
}
