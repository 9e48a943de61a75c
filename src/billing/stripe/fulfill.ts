import { findAgreement, queueAgreementCopy } from "#db/billing/agreements.ts";
import * as store from "#db/billing/checkouts.ts";
import { insertInstallments } from "#db/billing/installments.ts";
import {
  findPlanSubscriptionByAgreement,
  insertPlanSubscription,
} from "#db/billing/plan-subscriptions.ts";
import { findSubscriptionByAgreement, insertSubscription } from "#db/billing/subscriptions.ts";
import { whenFree, writeWhenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { activateAgreement } from "#src/billing/agreements/agreements.ts";
import { MembershipFacts, PlanFacts } from "#src/billing/ledger/facts.ts";
import { reconcilePlan } from "#src/billing/ledger/ledger.ts";
import { reconcileMembership } from "#src/billing/ledger/membership-state.ts";
import { refundDuplicateCheckout } from "#src/billing/ledger/refund.ts";
import { readPage } from "#src/billing/stripe-pages.ts";
import { requirePaymentsProvider, valueFrom } from "#src/billing/stripe-provider.ts";
import { ensureContact } from "#src/clients/ensure-contact.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import type { Checkout, PaymentsProvider } from "#src/platform/providers/payments.ts";
import { toWallTime } from "#src/platform/time.ts";
import { dueDays, installmentAmounts, planAmounts } from "#src/shared/installments.ts";
import { dayOf } from "#src/shared/wall-time.ts";

/**
 * Creates the purchase of a paid checkout. Idempotent, because the webhook, the success page and the nightly
 * reconciliation all call it. A second paid checkout of one signature is canceled and refunded.
 * @throws StripeUnreachable or PageMissing when the caller should try again
 */
export async function fulfillCheckout(
  app: App,
  sessionId: string,
): Promise<store.CheckoutRow["status"] | "unknown"> {
  const stored = store.findCheckout(app.db, sessionId);
  if (!stored) return "unknown";
  if (stored.status !== "open") return stored.status;

  const page = { id: sessionId, openedBy: stored.createdAt };
  const checkout = await readPage(app, page, (payments) => payments.readCheckout(sessionId));
  if (!checkout || checkout.status === "expired") {
    await whenFree(() => store.setCheckoutStatus(app.db, sessionId, "expired"));
    return "expired";
  }
  if (checkout.status !== "complete" || !checkout.paid || checkout.subscriptionId === null)
    return "open";

  const payments = await requirePaymentsProvider(app);
  // Without a signed date, the dates count from Stripe's start, even if the webhook arrives days later.
  const { startedAt } = valueFrom(await payments.readSubscription(checkout.subscriptionId));
  const status = await writeWhenFree(app.db, () =>
    recordPurchase(app, stored, checkout, startedAt),
  );
  if (status === "refunded")
    await refundDuplicateCheckout(app, payments, stored, checkout.subscriptionId);
  else await finishFulfillment(app, payments, stored, checkout.subscriptionId);
  return status;
}

/** Records the purchase, or that it was made before. Must run in a transaction. */
function recordPurchase(
  app: App,
  stored: store.CheckoutRow,
  checkout: Checkout,
  startedAt: number,
): "fulfilled" | "refunded" {
  const statusBefore = store.findCheckout(app.db, stored.sessionId)?.status ?? "open";
  if (statusBefore === "fulfilled" || statusBefore === "refunded") return statusBefore;
  const isSecond =
    findSubscriptionByAgreement(app.db, stored.agreementId) !== null ||
    findPlanSubscriptionByAgreement(app.db, stored.agreementId) !== null;
  if (isSecond) return "refunded";

  const { contactName, phone, email } = stored;
  const agreement = findAgreement(app.db, stored.agreementId);
  if (!agreement) throw new Error(`checkout ${stored.sessionId} has no agreement`);
  const purchase = {
    contactId: ensureContact(app, { name: contactName, phone, email }, "checkout"),
    agreementId: stored.agreementId,
    stripeSubscriptionId: checkout.subscriptionId ?? "",
    stripeCustomerId: checkout.customerId ?? "",
    createdAt: app.now(),
  };
  activateAgreement(app, stored.agreementId);
  queueAgreementCopy(app.db, stored.agreementId, app.now());
  if (stored.kind === "membership") {
    const facts = MembershipFacts.parse(JSON.parse(agreement.facts));
    const id = insertSubscription(app.db, {
      ...purchase,
      membershipId: stored.subjectId,
      price: facts.priceCents,
      currency: facts.currency,
      billingFrequency: facts.billingFrequency,
      status: "active",
      currentPeriodEnd: null,
      cancelAtPeriodEnd: false,
    });
    recordSystem(app, { action: "subscription.create", target: ["subscription", id] });
  } else recordPlan(app, stored, purchase, PlanFacts.parse(JSON.parse(agreement.facts)), startedAt);
  store.setCheckoutStatus(app.db, stored.sessionId, "fulfilled");
  for (const resource of ["memberships", "subscriptions", "plans", "plan-subscriptions"] as const)
    app.events.changed(resource);
  return "fulfilled";
}

type Purchase = Pick<
  Parameters<typeof insertPlanSubscription>[1],
  "contactId" | "agreementId" | "stripeSubscriptionId" | "stripeCustomerId" | "createdAt"
>;

function recordPlan(
  app: App,
  stored: store.CheckoutRow,
  purchase: Purchase,
  facts: PlanFacts,
  startedAt: number,
): void {
  const days = dueDays(facts.firstDay ?? dayOf(toWallTime(app, startedAt)), facts);
  const amounts = installmentAmounts(facts);
  const id = insertPlanSubscription(app.db, {
    ...purchase,
    paymentPlanId: stored.subjectId,
    stripePriceId: facts.stripePriceId,
    currency: facts.currency,
    total: planAmounts(facts).total,
    remainingInstallments: facts.count,
    nextPaymentDate: days[0] ?? null,
  });
  insertInstallments(
    app.db,
    id,
    days.map((dueDate, at) => ({ dueDate, amount: amounts[at] ?? 0 })),
    app.now(),
  );
  recordSystem(app, { action: "plan_subscription.create", target: ["plan_subscription", id] });
}

/**
 * Expires other checkouts and reconciles with Stripe. Every step is idempotent; the nightly job repeats
 * failed ones.
 */
async function finishFulfillment(
  app: App,
  payments: PaymentsProvider,
  { kind, agreementId }: store.CheckoutRow,
  stripeId: string,
): Promise<void> {
  for (const other of store.listOpenCheckoutsOfAgreement(app.db, agreementId)) {
    const expired = await payments.expireCheckout(other);
    if (expired.kind === "done")
      await whenFree(() => store.setCheckoutStatus(app.db, other, "expired"));
  }
  if (kind === "membership") {
    await reconcileMembership(app, stripeId);
    return;
  }
  const plan = findPlanSubscriptionByAgreement(app.db, agreementId);
  if (plan) await reconcilePlan(app, plan.id);
}
