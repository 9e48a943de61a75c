import { queryOptions } from "@tanstack/react-query";
import { calls } from "#src/calls/assistant/contract.ts";
import { backups } from "#src/platform/backups/contract.ts";
import type { Api, Call } from "#ui/api.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { scanQuery } from "#ui/messaging/settings/scan-query.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";

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
