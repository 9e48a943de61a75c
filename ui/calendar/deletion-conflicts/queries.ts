import { deletionConflicts } from "#src/calendar/deletion-conflicts/contract.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import { read } from "#ui/shell/data/read.ts";

export function conflictsQuery(api: Api) {
  return read(api, deletionConflicts.list);
}

export async function prefetch({ api, client }: Prefetcher): Promise<void> {
  await client.prefetchQuery(conflictsQuery(api));
}
