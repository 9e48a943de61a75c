import { parseId } from "#src/platform/http/ids.ts";
import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import { employees } from "./contract.ts";
import { countUpcoming, deleteEmployee } from "./delete.ts";
import { changeEmployee, createEmployee, listEmployees } from "./employees.ts";

export const employeeModule = defineModule(employees, {
  list: staff("any", ({ app, actor }) => listEmployees(app, actor)),
  create: admin(({ app, actor, body }) => createEmployee(app, actor, body)),
  change: admin(({ app, actor, id, body }) => changeEmployee(app, actor, id, body)),
  upcoming: admin(({ app, id, query }) => countUpcoming(app, id, toId(query.reassignTo))),
  remove: admin(({ app, actor, id, query }) =>
    deleteEmployee(app, actor, id, {
      reassignTo: toId(query.reassignTo),
      allowOverlap: query.allowOverlap === "true",
      textsClients: query.textClients === "true",
    }),
  ),
});

function toId(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseId(text);
}
