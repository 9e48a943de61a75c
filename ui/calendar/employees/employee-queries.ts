import type { Api } from "#ui/api.ts";
import { readLater } from "#ui/shell/data/read.ts";

/** Of all screens that name employees. */
export function employeesQuery(api: Api) {
  return readLater({ path: "/api/employees", reads: ["employees"] }, async () =>
    api((await import("#src/calendar/employees/contract.ts")).employees.list),
  );
}
