import { admin, adminWithPassword, defineModule } from "#src/platform/http/routes.ts";
import { users } from "./contract.ts";
import { belongingsOf, deleteUser, deleteUserAndBelongings } from "./removal.ts";
import {
  approveUser,
  changePermissions,
  changeRole,
  createInvitation,
  listInvitations,
  listPending,
  listUsers,
  switchOffSecondFactor,
  withdrawInvitation,
} from "./users.ts";

export const userModule = defineModule(users, {
  list: admin(({ app, query }) => listUsers(app, query)),
  pending: admin(({ app }) => listPending(app)),
  invitations: admin(({ app }) => listInvitations(app)),
  invite: adminWithPassword(({ app, actor, body, host }) =>
    createInvitation(app, actor, body, host),
  ),
  withdrawInvitation: admin(({ app, actor, id }) => withdrawInvitation(app, actor, id)),
  belongings: admin(({ app, params }) => belongingsOf(app, params.id)),
  approve: admin(({ app, actor, params, body }) => approveUser(app, actor, params.id, body)),
  changePermissions: admin(({ app, actor, params, body }) =>
    changePermissions(app, actor, params.id, body),
  ),
  changeRole: adminWithPassword(({ app, actor, params, body }) =>
    changeRole(app, actor, params.id, body.role),
  ),
  removeSecondFactor: adminWithPassword(({ app, actor, params }) =>
    switchOffSecondFactor(app, actor, params.id),
  ),
  remove: admin(({ app, actor, params, query }) =>
    query.cascade === "true"
      ? deleteUserAndBelongings(app, actor, params.id)
      : deleteUser(app, actor, params.id),
  ),
});
