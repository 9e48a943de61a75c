import type { Api, Prefetcher } from "#ui/api.ts";
import { employeesQuery } from "#ui/calendar/employees/employee-queries.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { readLater } from "#ui/shell/data/read.ts";

export function servicesQuery(api: Api) {
  return readLater({ path: "/api/services", reads: ["services", "employees"] }, async () =>
    api((await import("#src/calendar/services/contract.ts")).services.list),
  );
}

export async function prefetch({ api, client }: Prefetcher): Promise<void> {
  await Promise.all([
    client.prefetchQuery(shellSettingsQuery(api)),
    client.prefetchQuery(servicesQuery(api)),
    client.prefetchQuery(employeesQuery(api)),
  ]);
}
