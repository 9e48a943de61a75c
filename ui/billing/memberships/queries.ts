import { memberships } from "#src/billing/memberships/contract.ts";
import { PAGE_SIZE_WITH_TEXTS } from "#src/shared/constants.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import { byId } from "#ui/shell/data/all-pages.ts";
import { readPages } from "#ui/shell/data/read.ts";

export function membershipsQuery(api: Api) {
  const pages = byId<string>(PAGE_SIZE_WITH_TEXTS);
  return readPages(api, memberships.list, (before) => ({ query: { before } }), pages);
}

export async function prefetch({ api, client }: Prefetcher): Promise<void> {
  await client.prefetchInfiniteQuery(membershipsQuery(api));
}
