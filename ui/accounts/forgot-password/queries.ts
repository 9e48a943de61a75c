import { queryOptions } from "@tanstack/react-query";
import type { Api, Call } from "#ui/api.ts";
import { loadAuth } from "#ui/shell/auth-contract.ts";

/** Whether this installation can mail codes at all. */
export function canResetQuery(call: Call) {
  return queryOptions({
    queryKey: ["settings", "can-reset"],
    queryFn: async () => call((await loadAuth()).auth.canReset),
  });
}

export async function prefetch({ call, client }: Api): Promise<void> {
  await client.prefetchQuery(canResetQuery(call));
}
