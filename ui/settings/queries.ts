import { queryOptions } from "@tanstack/react-query";
import { backups } from "#src/backups/contract.ts";
import { calls } from "#src/calls/contract.ts";
import type { Api, Call } from "#ui/api.ts";
import { shellSettingsQuery } from "#ui/shell/queries.ts";
import { employeesQuery } from "./employee-queries.ts";
import { scanQuery } from "./scan-query.ts";

export function backupsQuery(call: Call) {
  return queryOptions({ queryKey: ["backups"], queryFn: () => call(backups.read) });
}

export function callFiguresQuery(call: Call) {
  return queryOptions({ queryKey: ["calls", "figures"], queryFn: () => call(calls.figures) });
}

export async function prefetch({ call, client }: Api): Promise<void> {
  await Promise.all([
    client.prefetchQuery(shellSettingsQuery(call)),
    client.prefetchQuery(backupsQuery(call)),
    client.prefetchQuery(employeesQuery(call)),
    client.prefetchQuery(scanQuery(call)),
    client.prefetchQuery(callFiguresQuery(call)),
  ]);
}
