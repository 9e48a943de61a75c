import { listPlanSubscribersOfContact } from "#db/billing/plan-subscribers.ts";
import { subscriptionsOfContact } from "#db/billing/subscriptions-list.ts";
import type { App, Staff } from "#src/app.ts";
import { getContactRow } from "#src/clients/contacts/contacts.ts";
import { defineModule, staff } from "#src/platform/http/routes.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { formatCents } from "#src/shared/money.ts";
import { mayOpen } from "#src/shared/permissions.ts";
import { type ClientPlans, clientPlans } from "./contract.ts";

export const clientPlanModule = defineModule(clientPlans, {
  list: staff("/contacts", ({ app, actor, id }) => listClientPlans(app, actor, id)),
});

/** @throws Problem 404 */
function listClientPlans(app: App, actor: Staff, contactId: number): ClientPlans {
  getContactRow(app, contactId);
  const memberships = mayOpen(actor, "/subscriptions")
    ? subscriptionsOfContact(app.db, contactId)
    : [];
  const plans = mayOpen(actor, "/payment-plan-subscriptions")
    ? listPlanSubscribersOfContact(app.db, contactId)
    : [];
  return {
    memberships: memberships
      .filter(({ status }) => status !== "canceled")
      .map((row) => ({
        ...row,
        currentPeriodEnd: toIso(row.currentPeriodEnd),
        membershipPrice: formatCents(row.price),
        membershipBillingFrequency: row.billingFrequency,
      })),
    paymentPlans: plans.filter(({ status }) => status === "active" || status === "past_due"),
  };
}
