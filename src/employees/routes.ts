import { type Routes, staff } from "#src/http/routes.ts";
import type { employees } from "./contract.ts";
import { listEmployees } from "./employees.ts";

export const employeeRoutes: Routes<typeof employees> = {
  list: staff("any", ({ app, actor }) => listEmployees(app, actor)),
};
