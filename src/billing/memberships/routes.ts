import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import { memberships } from "./contract.ts";
import {
  changeMembership,
  createMembership,
  decideMembership,
  deleteMembership,
  draftAgreement,
  listMemberships,
  sendInvite,
} from "./memberships.ts";

export const membershipModule = defineModule(memberships, {
  list: staff(["/memberships", "/subscriptions"], ({ app, query }) => listMemberships(app, query)),
  create: staff("/memberships", ({ app, actor, body }) => createMembership(app, actor, body)),
  change: staff("/memberships", ({ app, actor, params, body }) =>
    changeMembership(app, actor, params.id, body),
  ),
  remove: admin(({ app, actor, params }) => deleteMembership(app, actor, params.id)),
  approve: admin(({ app, actor, params }) => decideMembership(app, actor, params.id, "approved")),
  reject: admin(({ app, actor, params }) => decideMembership(app, actor, params.id, "rejected")),
  sendInvite: staff("/memberships", ({ app, actor, params, body }) =>
    sendInvite(app, actor, params.id, body.contactId),
  ),
  generateAgreement: admin(({ app, actor, params }) => draftAgreement(app, actor, params.id)),
});
