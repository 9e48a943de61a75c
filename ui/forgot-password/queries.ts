import { queryOptions } from "@tanstack/react-query";
import { auth } from "#src/auth/contract.ts";
import type { Api, Call } from "#ui/api.ts";

/** Whether this installation can mail codes at all. */
export function canResetQuery(call: Call) {
  return queryOptions({ queryKey: ["settings", "can-reset"], queryFn: () => call(auth.canReset) });
}

export async function prefetch({ call, client }: Api): Promise<void> {
  await client.prefetchQuery(canResetQuery(call));
}
