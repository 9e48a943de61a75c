import { queryOptions } from "@tanstack/react-query";
import type { Prefetcher, Api } from "#ui/api.ts";
import { loadAuth } from "#ui/shell/auth-contract.ts";

/** Whether this installation can mail codes at all. */
export function canResetQuery(api: Api) {
  return queryOptions({
    queryKey: ["settings", "can-reset"],
    queryFn: async () => api((await loadAuth()).auth.canReset),
  });
}

export async function prefetch({ api, client }: Prefetcher): Promise<void> {
  await client.prefetchQuery(canResetQuery(api));
}
