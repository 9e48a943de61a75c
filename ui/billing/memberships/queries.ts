import { memberships } from "#src/billing/memberships/contract.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import { read } from "#ui/shell/data/read.ts";

export function membershipsQuery(api: Api) {
  return read(api, memberships.list);
}

export async function prefetch({ api, client }: Prefetcher): Promise<void> {
  await client.prefetchQuery(membershipsQuery(api));
}
