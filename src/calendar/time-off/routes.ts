import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import { timeOff } from "./contract.ts";
import { createTimeOff, deleteTimeOff, listTimeOff } from "./time-off.ts";

export const timeOffModule = defineModule(timeOff, {
  list: staff("/appointments", ({ app, actor, query }) => listTimeOff(app, actor, query)),
  create: admin(({ app, actor, body }) => createTimeOff(app, actor, body)),
  remove: admin(({ app, actor, id }) => deleteTimeOff(app, actor, id)),
});
