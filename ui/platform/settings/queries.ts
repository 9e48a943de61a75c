import { calls } from "#src/calls/assistant/contract.ts";
import { backups } from "#src/platform/backups/contract.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { scanQuery } from "#ui/messaging/settings/scan-query.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { read } from "#ui/shell/data/read.ts";
import type { GroupId } from "./sections.ts";

export function backupsQuery(api: Api) {
  return read(api, backups.read);
}

export function callFiguresQuery(api: Api) {
  return read(api, calls.figures);
}

/** Only what the group's own cards show. */
export async function prefetch({ api, client }: Prefetcher, group: GroupId): Promise<void> {
  await Promise.all([
    client.prefetchQuery(shellSettingsQuery(api)),
    group === "salon" && client.prefetchQuery(employeesQuery(api)),
    group === "texting" && client.prefetchQuery(scanQuery(api)),
    group === "assistant" && client.prefetchQuery(callFiguresQuery(api)),
    group === "advanced" && client.prefetchQuery(backupsQuery(api)),
  ]);
}
