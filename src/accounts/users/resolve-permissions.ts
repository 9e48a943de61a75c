import type { App } from "#src/app.ts";
import { GRANTABLE_PAGES, type Permissions } from "#src/shared/permissions.ts";
import { Problem } from "#src/shared/problem.ts";
import type { PermissionsChange } from "./contract.ts";

type PermissionsInput = PermissionsChange["permissions"];

/** The permissions to store; absent fields keep their current value. @throws Problem 400 for unknown pages and employees */
export function resolvePermissions(
  app: App,
  input: PermissionsInput,
  current: Permissions,
): Permissions {
  refuseUnknownPages(input.pages);
  if (input.employeeIds) refuseUnknownEmployees(app, input.employeeIds);
  return {
    pages: input.pages.length > 0 ? [...new Set(input.pages)] : ["/"],
    employeeIds: [...new Set(input.employeeIds ?? current.employeeIds)],
    canViewClientPhoneNumbers: input.canViewClientPhoneNumbers ?? current.canViewClientPhoneNumbers,
    canViewClientNames: input.canViewClientNames ?? current.canViewClientNames,
  };
}

function refuseUnknownPages(pages: readonly string[]): void {
  const unknown = pages.filter((page) => !GRANTABLE_PAGES.some(({ path }) => path === page));
  if (unknown.length > 0)
    refuse("permissions.pages", `These pages don't exist: ${unknown.join(", ")}`);
}

function refuseUnknownEmployees(app: App, ids: readonly number[]): void {
  const known = new Set(app.hooks.queries.allEmployees(app.db).map(({ id }) => id));
  const unknown = ids.filter((id) => !known.has(id));
  if (unknown.length > 0)
    refuse("permissions.employeeIds", `Unknown employee ${unknown.join(", ")}`);
}

function refuse(field: string, message: string): never {
  throw new Problem(400, `${field}: ${message}`, { errors: { [field]: message } });
}
