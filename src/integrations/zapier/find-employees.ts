import { allEmployees, type EmployeeRow } from "#db/calendar/employees.ts";
import type { App } from "#src/app.ts";
import { firstNameOf, nameKey } from "#src/shared/names.ts";
import type { Payload } from "./payload.ts";

const FIELD = "employee_first_name";

/** Returns the employees with this full or first name, ignoring case and accents. Refuses an unknown name. */
export function findEmployeesByName(
  app: App,
  payload: Payload,
  name: string,
): readonly EmployeeRow[] {
  const key = nameKey(name);
  const all = allEmployees(app.db);
  const fullMatches = all.filter((employee) => nameKey(employee.name) === key);
  const employees =
    fullMatches.length > 0
      ? fullMatches
      : all.filter((employee) => nameKey(firstNameOf(employee.name)) === key);
  if (employees.length === 0)
    payload.refuse(
      FIELD,
      all.length === 0
        ? "must be an employee. Add employees in Settings first"
        : `must be one of ${formatNames(all)}`,
    );
  return employees;
}

export function findOneEmployee(app: App, payload: Payload, name: string): EmployeeRow | undefined {
  const employees = findEmployeesByName(app, payload, name);
  if (employees.length > 1)
    return payload.refuse(
      FIELD,
      `matches several employees. Send the full name: ${formatNames(employees)}`,
    );
  return employees[0];
}

function formatNames(employees: readonly EmployeeRow[]): string {
  return employees.map(({ name }) => name).join(", ");
}
