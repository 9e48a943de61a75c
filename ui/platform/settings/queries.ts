import { calls } from "#src/calls/assistant/contract.ts";
import { backups } from "#src/platform/backups/contract.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { scanQuery } from "#ui/messaging/settings/scan-query.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { read } from "#ui/shell/data/read.ts";

export function backupsQuery(api: Api) {
  return read(api, backups.read);
}

export function callFiguresQuery(api: Api) {
  return read(api, calls.figures);
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
