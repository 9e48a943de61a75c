import { parseId } from "#src/platform/http/ids.ts";
import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import { employees } from "./contract.ts";
import { countUpcoming, deleteEmployee } from "./delete.ts";
import { changeEmployee, createEmployee, listEmployees } from "./employees.ts";

export const employeeModule = defineModule(employees, {
  list: staff("any", ({ app, actor }) => listEmployees(app, actor)),
  create: admin(({ app, actor, body }) => createEmployee(app, actor, body)),
  change: admin(({ app, actor, params, body }) =>
    changeEmployee(app, actor, parseId(params.id), body),
  ),
  upcoming: admin(({ app, params }) => countUpcoming(app, parseId(params.id))),
  remove: admin(({ app, actor, params, query }) =>
    deleteEmployee(app, actor, parseId(params.id), {
      reassignTo: query.reassignTo === undefined ? undefined : parseId(query.reassignTo),
      textsClients: query.textClients === "true",
    }),
  ),
});
