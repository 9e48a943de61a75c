import { queryOptions } from "@tanstack/react-query";
import { waitlist } from "#src/calendar/waitlist/contract.ts";
import { waitlistToday } from "#src/calendar/waitlist/fitting-today-contract.ts";
import { POLL_MS } from "#src/shared/constants.ts";
import type { Api, Prefetcher } from "#ui/api.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { read } from "#ui/shell/data/read.ts";

export function waitlistQuery(api: Api) {
  return queryOptions({
    ...read(api, waitlist.list),
    refetchInterval: POLL_MS.appointments,
  });
}

export function fittingTodayQuery(api: Api) {
  return queryOptions({
    ...read(api, waitlistToday.fitting),
    refetchInterval: POLL_MS.appointments,
  });
}

export async function prefetch({ api, client }: Prefetcher): Promise<void> {
  await Promise.all([
    client.prefetchQuery(shellSettingsQuery(api)),
    client.prefetchQuery(waitlistQuery(api)),
    client.prefetchQuery(fittingTodayQuery(api)),
    client.prefetchQuery(employeesQuery(api)),
  ]);
}
