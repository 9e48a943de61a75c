import type { Api, Prefetcher } from "#ui/api.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { readLater } from "#ui/shell/data/read.ts";

export function servicesQuery(api: Api) {
  return readLater({ path: "/api/services", reads: ["services", "employees"] }, async () =>
    api((await import("#src/calendar/services/contract.ts")).services.list),
  );
}

export function hoursQuery(api: Api) {
  return readLater({ path: "/api/hours", reads: ["hours", "employees"] }, async () =>
    api((await import("#src/calendar/hours/contract.ts")).hours.business),
  );
}

/** Prefetches the figures of the set-up checklist for the first paint. The demo has no checklist. */
export async function prefetchSetUp({ api, client }: Prefetcher): Promise<void> {
  const { demo } = await client.fetchQuery(shellSettingsQuery(api));
  if (demo) return;
  await Promise.all([
    client.prefetchQuery(employeesQuery(api)),
    client.prefetchQuery(servicesQuery(api)),
    client.prefetchQuery(hoursQuery(api)),
  ]);
}
