import { type Api, ApiError, type Prefetcher } from "#ui/api.ts";
import type { Place } from "#ui/screen.ts";
import { readLater } from "#ui/shell/data/read.ts";

/** The contract is no part of the first page, because it brings zod. */
export async function loadPayPage() {
  return (await import("#src/billing/pay-page/contract.ts")).payPage;
}

export function payingQuery(api: Api, token: string) {
  return readLater(
    { path: "/api/pay/:token", reads: [] },
    async () => api((await loadPayPage()).one, { params: { token } }),
    { token },
  );
}

export function tokenIn(pathname: string): string {
  return /\/pay\/([^/]+)/.exec(pathname)?.[1] ?? "";
}

export async function prefetchPaying({ api, client }: Prefetcher, { pathname }: Place) {
  const query = payingQuery(api, tokenIn(pathname));
  await client.prefetchQuery(query);
  const { error } = client.getQueryState(query.queryKey) ?? {};
  return error instanceof ApiError && error.status === 404 ? "missing" : undefined;
}
