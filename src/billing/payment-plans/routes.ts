import { defineModule, staff } from "#src/platform/http/routes.ts";
import { paymentPlans } from "./contract.ts";
import {
  changePlan,
  createPlan,
  deletePlan,
  draftAgreement,
  listPlans,
  sendInvite,
} from "./plans.ts";

const PAGE = "/payment-plans";

export const paymentPlanModule = defineModule(paymentPlans, {
  list: staff(PAGE, ({ app, query }) => listPlans(app, query)),
  create: staff(PAGE, ({ app, actor, body }) => createPlan(app, actor, body)),
  change: staff(PAGE, ({ app, actor, params, body }) => changePlan(app, actor, params.id, body)),
  remove: staff(PAGE, ({ app, actor, params }) => deletePlan(app, actor, params.id)),
  generateAgreement: staff(PAGE, ({ app, actor, params }) => draftAgreement(app, actor, params.id)),
  sendInvite: staff(PAGE, ({ app, actor, params, body }) =>
    sendInvite(app, actor, params.id, body.contactId),
  ),
});
