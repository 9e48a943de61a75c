import { chargeNow } from "#src/billing/ledger/charge.ts";
import { defineModule, staff } from "#src/platform/http/routes.ts";
import { planSubscribers } from "./contract.ts";
import {
  cancelByStaff,
  getSignedAgreement,
  getSubscriber,
  listSubscribers,
} from "./plan-subscribers.ts";

const PAGE = "/payment-plan-subscriptions";

export const planSubscriberModule = defineModule(planSubscribers, {
  list: staff(PAGE, ({ app, query }) => listSubscribers(app, query)),
  one: staff(PAGE, ({ app, id }) => getSubscriber(app, id)),
  cancel: staff(PAGE, ({ app, actor, id }) => cancelByStaff(app, actor, id)),
  triggerPayment: staff(PAGE, ({ app, actor, id }) => chargeNow(app, actor, id)),
  agreement: staff(PAGE, ({ app, actor, id }) => getSignedAgreement(app, actor, id)),
});
