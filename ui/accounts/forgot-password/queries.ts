import type { Api, Prefetcher } from "#ui/api.ts";
import { loadAuth } from "#ui/shell/auth-contract.ts";
import { readLater } from "#ui/shell/data/read.ts";

/** Whether this installation can send codes by email. */
export function canResetQuery(api: Api) {
  return readLater({ path: "/api/forgot-password", reads: [] }, async () =>
    api((await loadAuth()).auth.canReset),
  );
}

export async function prefetch({ api, client }: Prefetcher): Promise<void> {
  await client.prefetchQuery(canResetQuery(api));
}
