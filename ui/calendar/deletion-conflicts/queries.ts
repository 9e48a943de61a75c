import { queryOptions } from "@tanstack/react-query";
import { deletionConflicts } from "#src/calendar/deletion-conflicts/contract.ts";
import type { Api, Call } from "#ui/api.ts";

export function conflictsQuery(call: Call) {
  return queryOptions({
    queryKey: ["deletion-conflicts", "list"],
    queryFn: () => call(deletionConflicts.list),
    meta: { alsoReads: ["appointments", "employees"] },
  });
}

export async function prefetch({ call, client }: Api): Promise<void> {
  await client.prefetchQuery(conflictsQuery(call));
}
