import { findListedSubscription } from "#db/billing/subscriptions-list.ts";
import type { App } from "#src/app.ts";
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
  usage: staff(PAGE, ({ app, id }) => listUsage(app, id), holder),
  payments: staff(PAGE, ({ app, id }) => listPayments(app, id)),
  markUsage: staff(PAGE, ({ app, actor, id, body }) => markUsage(app, actor, id, body), holder),
  agreement: staff(PAGE, ({ app, actor, id }) => getAgreement(app, actor, id)),
  cancel: staff(PAGE, ({ app, actor, body }) => cancelByStaff(app, actor, body.subscriptionId)),
});

function holder({ app, id }: { app: App; id: number }) {
  const row = findListedSubscription(app.db, id);
  return row ? { name: row.contactName, phone: row.contactPhone } : undefined;
}
