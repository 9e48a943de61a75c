import { queryOptions } from "@tanstack/react-query";
import { deliverability } from "#src/messaging/deliverability/contract.ts";
import type { Api } from "#ui/api.ts";
import { read } from "#ui/shell/data/read.ts";

/** The polling interval of a running scan, in addition to server events. */
const SCAN_POLL_MS = 2_000;

export function scanQuery(api: Api) {
  return queryOptions({
    ...read(api, deliverability.state),
    refetchInterval: ({ state: { data } }) => (data?.running ? SCAN_POLL_MS : false),
  });
}
