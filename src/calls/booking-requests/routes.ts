import { parseId } from "#src/platform/http/ids.ts";
import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import { potentialAppointments } from "./contract.ts";
import { approveRequest, rejectRequest, reopenRequest } from "./decide.ts";
import { countRequests, listRequests } from "./list.ts";

const PAGE = "/potential-appointments";

export const potentialAppointmentModule = defineModule(potentialAppointments, {
  list: staff(PAGE, ({ app, actor, query }) => listRequests(app, actor, query)),
  count: staff(PAGE, ({ app }) => countRequests(app)),
  approve: admin(({ app, actor, params, body }) =>
    approveRequest(app, actor, parseId(params.id), body),
  ),
  reject: admin(({ app, actor, params }) => rejectRequest(app, actor, parseId(params.id))),
  reopen: admin(({ app, actor, params }) => reopenRequest(app, actor, parseId(params.id))),
});
