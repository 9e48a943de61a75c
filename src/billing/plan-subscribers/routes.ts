import { chargeNow } from "#src/billing/ledger/charge.ts";
import { idOf } from "#src/platform/http/ids.ts";
import { type Routes, staff } from "#src/platform/http/routes.ts";
import type { planSubscribers } from "./contract.ts";
import { cancelByStaff, listSubscribers, readSubscriber, signedAgreement } from "./subscribers.ts";

const PAGE = "/payment-plan-subscriptions";

export const planSubscriberRoutes: Routes<typeof planSubscribers> = {
  list: staff(PAGE, ({ app, query }) => listSubscribers(app, query)),
  one: staff(PAGE, ({ app, params }) => readSubscriber(app, idOf(params.id))),
  cancel: staff(PAGE, ({ app, actor, params }) => cancelByStaff(app, actor, idOf(params.id))),
  triggerPayment: staff(PAGE, ({ app, actor, params }) => chargeNow(app, actor, idOf(params.id))),
  agreement: staff(PAGE, ({ app, actor, params }) => signedAgreement(app, actor, idOf(params.id))),
};
