import { allEmployees } from "#db/calendar/employees.ts";
import type { App } from "#src/app.ts";
import { GRANTABLE_PAGES, type Permissions } from "#src/shared/permissions.ts";
import { Problem } from "#src/shared/problem.ts";
import type { PermissionsChange } from "./contract.ts";

type Wanted = PermissionsChange["permissions"];

/** What is left out stays as it was. @throws Problem 400 naming pages and employees that do not exist */
export function granted(app: App, wanted: Wanted, former: Permissions): Permissions {
  refuseUnknownPages(wanted.pages);
  if (wanted.employeeIds) refuseUnknownEmployees(app, wanted.employeeIds);
  return {
    pages: wanted.pages.length > 0 ? [...new Set(wanted.pages)] : ["/"],
    employeeIds: [...new Set(wanted.employeeIds ?? former.employeeIds)],
    canViewClientPhoneNumbers: wanted.canViewClientPhoneNumbers ?? former.canViewClientPhoneNumbers,
    canViewClientNames: wanted.canViewClientNames ?? former.canViewClientNames,
  };
}

function refuseUnknownPages(pages: readonly string[]): void {
  const unknown = pages.filter((page) => !GRANTABLE_PAGES.some(({ path }) => path === page));
  if (unknown.length > 0) refuse("permissions.pages", `there is no page ${unknown.join(", ")}`);
}

function refuseUnknownEmployees(app: App, ids: readonly number[]): void {
  const known = new Set(allEmployees(app.db).map(({ id }) => id));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0)
    refuse("permissions.employeeIds", `there is no employee ${unknown.join(", ")}`);
}

function refuse(field: string, words: string): never {
  throw new Problem(400, `${field}: ${words}`, { errors: { [field]: words } });
}
