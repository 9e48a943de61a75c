import { queryOptions } from "@tanstack/react-query";
import { backups } from "#src/backups/contract.ts";
import { deliverability } from "#src/deliverability/contract.ts";
import type { Api, Call } from "#ui/api.ts";
import { shellSettingsQuery } from "#ui/shell/queries.ts";

/** How often a scan that runs is asked how far it is, beside what the server tells by itself. */
const SCAN_POLL_MS = 2_000;

export function backupsQuery(call: Call) {
  return queryOptions({ queryKey: ["backups"], queryFn: () => call(backups.read) });
}

export function scanQuery(call: Call) {
  return queryOptions({
    queryKey: ["deliverability"],
    queryFn: () => call(deliverability.state),
    refetchInterval: ({ state: { data } }) => (data?.running ? SCAN_POLL_MS : false),
  });
}

export async function prefetch({ call, client }: Api): Promise<void> {
  await Promise.all([
    client.prefetchQuery(shellSettingsQuery(call)),
    client.prefetchQuery(backupsQuery(call)),
    client.prefetchQuery(scanQuery(call)),
  ]);
}
