import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import { leaveAffected, listAffected } from "./affected.ts";
import { hours } from "./contract.ts";
import { fitEmployeeHours, previewHours, saveHoursWithStaff } from "./fit-hours.ts";
import {
  confirmHours,
  getBusinessHours,
  getEmployeeHours,
  removeUpcomingHours,
  saveEmployeeHours,
} from "./hours.ts";
import { listOpenDays } from "./open-hours.ts";

export const hoursModule = defineModule(hours, {
  business: staff("any", ({ app, actor }) => getBusinessHours(app, actor)),
  saveBusiness: admin(({ app, actor, body }) => saveHoursWithStaff(app, actor, body)),
  previewBusiness: admin(({ app, actor, body }) => previewHours(app, actor, body)),
  fitEmployees: admin(({ app, actor, body }) => fitEmployeeHours(app, actor, body)),
  affected: staff("/appointments", ({ app, actor }) => listAffected(app, actor)),
  leave: staff("/appointments", ({ app, actor, id, query }) =>
    leaveAffected(app, actor, id, query.series !== undefined),
  ),
  confirm: admin(({ app, actor }) => confirmHours(app, actor)),
  removeUpcoming: admin(({ app, actor, params }) =>
    removeUpcomingHours(app, actor, null, params.from),
  ),
  employee: staff("any", ({ app, actor, id }) => getEmployeeHours(app, actor, id)),
  saveEmployee: admin(({ app, actor, id, body }) => saveEmployeeHours(app, actor, id, body)),
  removeUpcomingOfEmployee: admin(({ app, actor, id, params }) =>
    removeUpcomingHours(app, actor, id, params.from),
  ),
  days: staff("any", ({ app, actor, query }) => listOpenDays(app, actor, query)),
});
