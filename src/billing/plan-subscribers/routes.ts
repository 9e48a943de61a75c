import { chargeNow } from "#src/billing/ledger/charge.ts";
import { parseId } from "#src/platform/http/ids.ts";
import { defineModule, staff } from "#src/platform/http/routes.ts";
import { planSubscribers } from "./contract.ts";
import {
  cancelByStaff,
  getSignedAgreement,
  getSubscriber,
  listSubscribers,
} from "./subscribers.ts";

const PAGE = "/payment-plan-subscriptions";

export const planSubscriberModule = defineModule(planSubscribers, {
  list: staff(PAGE, ({ app, query }) => listSubscribers(app, query)),
  one: staff(PAGE, ({ app, params }) => getSubscriber(app, parseId(params.id))),
  cancel: staff(PAGE, ({ app, actor, params }) => cancelByStaff(app, actor, parseId(params.id))),
  triggerPayment: staff(PAGE, ({ app, actor, params }) =>
    chargeNow(app, actor, parseId(params.id)),
  ),
  agreement: staff(PAGE, ({ app, actor, params }) =>
    getSignedAgreement(app, actor, parseId(params.id)),
  ),
});
