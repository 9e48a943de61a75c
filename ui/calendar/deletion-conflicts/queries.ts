import { queryOptions } from "@tanstack/react-query";
import { deletionConflicts } from "#src/calendar/deletion-conflicts/contract.ts";
import type { Prefetcher, Api } from "#ui/api.ts";

export function conflictsQuery(api: Api) {
  return queryOptions({
    queryKey: ["deletion-conflicts", "list"],
    queryFn: () => api(deletionConflicts.list),
    meta: { alsoReads: ["appointments", "employees"] },
  });
}

export async function prefetch({ api, client }: Prefetcher): Promise<void> {
  await client.prefetchQuery(conflictsQuery(api));
}
