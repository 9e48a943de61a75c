import { findListedSubscription } from "#db/billing/subscriptions-list.ts";
import type { App } from "#src/app.ts";
import { parseId } from "#src/platform/http/ids.ts";
import { defineModule, staff } from "#src/platform/http/routes.ts";
import { subscriptions } from "./contract.ts";
import {
  cancelByStaff,
  getAgreement,
  listPayments,
  listSubscriptions,
  listUsage,
  markUsage,
} from "./subscriptions.ts";

const PAGE = "/subscriptions";

export const subscriptionModule = defineModule(subscriptions, {
  list: staff(PAGE, ({ app, query }) => listSubscriptions(app, query)),
  usage: staff(
    PAGE,
    ({ app, params }) => listUsage(app, parseId(params.id)),
    ({ app, params }) => holder(app, params.id),
  ),
  payments: staff(PAGE, ({ app, params }) => listPayments(app, parseId(params.id))),
  markUsage: staff(
    PAGE,
    ({ app, actor, params, body }) => markUsage(app, actor, parseId(params.id), body),
    ({ app, params }) => holder(app, params.id),
  ),
  agreement: staff(PAGE, ({ app, actor, params }) => getAgreement(app, actor, parseId(params.id))),
  cancel: staff(PAGE, ({ app, actor, body }) => cancelByStaff(app, actor, body.subscriptionId)),
});

function holder(app: App, id: string) {
  const row = findListedSubscription(app.db, parseId(id));
  return row ? { name: row.contactName, phone: row.contactPhone } : undefined;
}
