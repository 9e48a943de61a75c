import { queryOptions } from "@tanstack/react-query";
import { calls } from "#src/calls/assistant/contract.ts";
import { backups } from "#src/platform/backups/contract.ts";
import type { Prefetcher, Api } from "#ui/api.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { scanQuery } from "#ui/messaging/settings/scan-query.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";

export function backupsQuery(api: Api) {
  return queryOptions({ queryKey: ["backups"], queryFn: () => api(backups.read) });
}

export function callFiguresQuery(api: Api) {
  return queryOptions({ queryKey: ["calls", "figures"], queryFn: () => api(calls.figures) });
}

export async function prefetch({ api, client }: Prefetcher): Promise<void> {
  await Promise.all([
    client.prefetchQuery(shellSettingsQuery(api)),
    client.prefetchQuery(backupsQuery(api)),
    client.prefetchQuery(employeesQuery(api)),
    client.prefetchQuery(scanQuery(api)),
    client.prefetchQuery(callFiguresQuery(api)),
  ]);
}
