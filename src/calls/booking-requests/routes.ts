import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import { potentialAppointments } from "./contract.ts";
import { approveRequest, rejectRequest, reopenRequest } from "./decide.ts";
import { countRequests, listRequests } from "./list.ts";

const PAGE = "/potential-appointments";

export const potentialAppointmentModule = defineModule(potentialAppointments, {
  list: staff(PAGE, ({ app, actor, query }) => listRequests(app, actor, query)),
  count: staff(PAGE, ({ app }) => countRequests(app)),
  approve: admin(({ app, actor, id, body }) => approveRequest(app, actor, id, body)),
  reject: admin(({ app, actor, id }) => rejectRequest(app, actor, id)),
  reopen: admin(({ app, actor, id }) => reopenRequest(app, actor, id)),
});
