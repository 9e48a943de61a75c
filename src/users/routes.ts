import { admin, type Routes } from "#src/http/routes.ts";
import type { users } from "./contract.ts";
import {
  approveUser,
  changeRole,
  deleteUser,
  listPending,
  listUsers,
  switchOffSecondFactor,
} from "./users.ts";

export const userRoutes: Routes<typeof users> = {
  list: admin(({ app }) => listUsers(app)),
  pending: admin(({ app }) => listPending(app)),
  approve: admin(({ app, actor, params, body }) => approveUser(app, actor, params.id, body)),
  changeRole: admin(({ app, actor, params, body }) => changeRole(app, actor, params.id, body.role)),
  removeSecondFactor: admin(({ app, actor, params }) =>
    switchOffSecondFactor(app, actor, params.id),
  ),
  remove: admin(({ app, actor, params }) => deleteUser(app, actor, params.id)),
};
