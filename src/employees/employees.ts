import { allEmployees, type EmployeeRow } from "#db/employees.ts";
import type { App, Staff } from "#src/app.ts";
import { maySeeEmployee } from "#src/shared/permissions.ts";
import type { Employee } from "./contract.ts";

export function listEmployees(app: App, actor: Staff): Employee[] {
  return allEmployees(app.db)
    .filter(({ id }) => maySeeEmployee(actor, id))
    .map(shown);
}

function shown(employee: EmployeeRow): Employee {
  return {
    id: employee.id,
    name: employee.name,
    displayOrder: employee.displayOrder,
    workStartTime: employee.workStartTime,
    workEndTime: employee.workEndTime,
    createdAt: new Date(employee.createdAt).toISOString(),
  };
}
