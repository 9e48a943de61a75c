import { chargeNow } from "#src/billing/ledger/charge.ts";
import { keepPayment, refundLatePayment, settleRefund } from "#src/billing/ledger/late-payments.ts";
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
  refundPayment: staff(PAGE, async ({ app, actor, id, body }) => {
    await refundLatePayment({ app, actor, id, ...body });
    return getSubscriber(app, id);
  }),
  keepPayment: staff(PAGE, ({ app, actor, id, body }) => {
    keepPayment({ app, actor, id, ...body });
    return getSubscriber(app, id);
  }),
  settleRefund: staff(PAGE, ({ app, actor, id, body }) => {
    settleRefund({ app, actor, id, ...body });
    return getSubscriber(app, id);
  }),
  agreement: staff(PAGE, ({ app, actor, id }) => getSignedAgreement(app, actor, id)),
});
