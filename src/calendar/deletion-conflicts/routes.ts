import { defineModule, staff } from "#src/platform/http/routes.ts";
import { deletionConflicts } from "./contract.ts";
import { dismissConflict, listConflicts, resolveConflict } from "./deletion-conflicts.ts";

const PAGE = "/appointment-management";

export const deletionConflictModule = defineModule(deletionConflicts, {
  list: staff(PAGE, ({ app, actor }) => listConflicts(app, actor)),
  count: staff(PAGE, ({ app, actor }) => ({ count: listConflicts(app, actor).length })),
  resolve: staff(PAGE, ({ app, actor, id, body }) =>
    resolveConflict(app, actor, id, body.appointmentId),
  ),
  dismiss: staff(PAGE, ({ app, actor, id }) => dismissConflict(app, actor, id)),
});
