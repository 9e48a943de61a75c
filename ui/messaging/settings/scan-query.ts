import { queryOptions } from "@tanstack/react-query";
import { deliverability } from "#src/messaging/deliverability/contract.ts";
import type { Api } from "#ui/api.ts";
import { read } from "#ui/shell/data/read.ts";

/** How often a scan that runs is asked how far it is, beside what the server tells by itself. */
const SCAN_POLL_MS = 2_000;

export function scanQuery(api: Api) {
  return queryOptions({
    ...read(api, deliverability.state),
    refetchInterval: ({ state: { data } }) => (data?.running ? SCAN_POLL_MS : false),
  });
}
