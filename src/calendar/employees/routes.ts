import { parseId } from "#src/platform/http/ids.ts";
import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import { employees } from "./contract.ts";
import { countUpcoming, deleteEmployee } from "./delete.ts";
import { changeEmployee, createEmployee, listEmployees } from "./employees.ts";

export const employeeModule = defineModule(employees, {
  list: staff("any", ({ app, actor }) => listEmployees(app, actor)),
  create: admin(({ app, actor, body }) => createEmployee(app, actor, body)),
  change: admin(({ app, actor, id, body }) => changeEmployee(app, actor, id, body)),
  upcoming: admin(({ app, id }) => countUpcoming(app, id)),
  remove: admin(({ app, actor, id, query }) =>
    deleteEmployee(app, actor, id, {
      reassignTo: query.reassignTo === undefined ? undefined : parseId(query.reassignTo),
      textsClients: query.textClients === "true",
    }),
  ),
});
