import { allEmployees, type EmployeeRow } from "#db/calendar/employees.ts";
import type { App } from "#src/app.ts";
import { firstNameOf, nameKey } from "#src/shared/names.ts";
import type { Payload } from "./payload.ts";

const FIELD = "employee_first_name";

/** Who has this first name, or this whole name, case and accents ignored; refused in words when nobody has. */
export function employeesNamed(app: App, payload: Payload, name: string): readonly EmployeeRow[] {
  const key = nameKey(name);
  const all = allEmployees(app.db);
  const whole = all.filter((employee) => nameKey(employee.name) === key);
  const found =
    whole.length > 0
      ? whole
      : all.filter((employee) => nameKey(firstNameOf(employee.name)) === key);
  if (found.length === 0) payload.refuse(FIELD, `must be one of ${listed(all)}`);
  return found;
}

export function oneEmployee(app: App, payload: Payload, name: string): EmployeeRow | undefined {
  const found = employeesNamed(app, payload, name);
  if (found.length > 1)
    return payload.refuse(FIELD, `fits several, so send the whole name: ${listed(found)}`);
  return found[0];
}

function listed(employees: readonly EmployeeRow[]): string {
  return (
    employees.map(({ name }) => name).join(", ") ||
    "the employees, and there are none in Settings yet"
  );
}
