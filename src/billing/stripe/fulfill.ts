import { firstAdmin } from "#db/accounts/users.ts";
import { findAgreement } from "#db/billing/agreements.ts";
import {
  type CheckoutRow,
  findCheckout,
  openCheckoutsOf,
  setCheckout,
} from "#db/billing/checkouts.ts";
import { insertInstallments } from "#db/billing/installments.ts";
import {
  findPlanSubscriptionByAgreement,
  insertPlanSubscription,
} from "#db/billing/plan-subscriptions.ts";
import { findSubscriptionByAgreement, insertSubscription } from "#db/billing/subscriptions.ts";
import { findContactByPhone } from "#db/clients/contacts.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { putInForce } from "#src/billing/agreements/agreements.ts";
import { MembershipFacts, PlanFacts } from "#src/billing/ledger/facts.ts";
import { readPlan } from "#src/billing/ledger/ledger.ts";
import { readMembership } from "#src/billing/ledger/membership-state.ts";
import { payBackSecond } from "#src/billing/ledger/refund.ts";
import { addContact } from "#src/clients/contacts/contacts.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import type { Checkout, PaymentsProvider } from "#src/platform/providers/payments.ts";
import { wallTimeOf } from "#src/platform/time.ts";
import { amountsInOrder, dueDays, planAmounts } from "#src/shared/installments.ts";
import { dayOf } from "#src/shared/wall-time.ts";
import { requirePayments, valueFrom } from "./provider.ts";

/**
 * Makes of a paid checkout what was bought, once, whoever asks: the webhook, the success page or the
 * nightly reconciling (DECISIONS section 7). A second paid checkout of one signature is canceled and paid back.
 * @throws StripeUnreachable to be asked again
 */
export async function fulfil(
  app: App,
  sessionId: string,
): Promise<CheckoutRow["status"] | "unknown"> {
  const known = findCheckout(app.db, sessionId);
  if (!known) return "unknown";
  if (known.status !== "open") return known.status;

  const payments = await requirePayments(app);
  const checkout = valueFrom(await payments.readCheckout(sessionId));
  if (checkout.status === "expired") {
    await whenFree(() => setCheckout(app.db, sessionId, "expired"));
    return "expired";
  }
  if (checkout.status !== "complete" || !checkout.paid || checkout.subscriptionId === null)
    return "open";

  // A webhook that comes days late changes no date that was signed.
  const { startedAt } = valueFrom(await payments.readSubscription(checkout.subscriptionId));
  const status = await whenFree(() =>
    inTransaction(app.db, () => record(app, known, checkout, startedAt)),
  );
  if (status === "refunded")
    await payBackSecond(app, payments, known.sessionId, checkout.subscriptionId);
  else await afterwards(app, payments, known, checkout.subscriptionId);
  return status;
}

/** In a transaction: everything that the client bought, or the finding that it was bought before. */
function record(
  app: App,
  known: CheckoutRow,
  checkout: Checkout,
  startedAt: number,
): "fulfilled" | "refunded" {
  const former = findCheckout(app.db, known.sessionId)?.status ?? "open";
  if (former === "fulfilled" || former === "refunded") return former;
  const isSecond =
    findSubscriptionByAgreement(app.db, known.agreementId) !== null ||
    findPlanSubscriptionByAgreement(app.db, known.agreementId) !== null;
  if (isSecond) return "refunded";

  const agreement = findAgreement(app.db, known.agreementId);
  if (!agreement) throw new Error(`Checkout ${known.sessionId} has lost its agreement`);
  const bought = {
    contactId: contactFor(app, known),
    agreementId: known.agreementId,
    stripeSubscriptionId: checkout.subscriptionId ?? "",
    stripeCustomerId: checkout.customerId ?? "",
    createdAt: app.now(),
  };
  putInForce(app, known.agreementId);
  if (known.kind === "membership") {
    const facts = MembershipFacts.parse(JSON.parse(agreement.facts));
    const id = insertSubscription(app.db, {
      ...bought,
      membershipId: known.subjectId,
      price: facts.priceCents,
      currency: facts.currency,
      billingFrequency: facts.billingFrequency,
      status: "active",
      currentPeriodEnd: null,
      cancelAtPeriodEnd: false,
    });
    recordSystem(app, { action: "subscription.create", target: ["subscription", id] });
  } else
    recordPlan(app, known, bought, {
      facts: PlanFacts.parse(JSON.parse(agreement.facts)),
      firstDay: dayOf(wallTimeOf(app, startedAt)),
    });
  setCheckout(app.db, known.sessionId, "fulfilled");
  for (const resource of ["memberships", "subscriptions", "plans", "plan-subscriptions"] as const)
    app.events.changed(resource);
  return "fulfilled";
}

type Bought = Pick<
  Parameters<typeof insertPlanSubscription>[1],
  "contactId" | "agreementId" | "stripeSubscriptionId" | "stripeCustomerId" | "createdAt"
>;

function recordPlan(
  app: App,
  known: CheckoutRow,
  bought: Bought,
  { facts, firstDay }: { facts: PlanFacts; firstDay: string },
): void {
  const days = dueDays(firstDay, facts);
  const amounts = amountsInOrder(facts);
  const id = insertPlanSubscription(app.db, {
    ...bought,
    paymentPlanId: known.subjectId,
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

/** A schedule that ends it, the ledger, the period: each can be repeated, and reconciling does when we cannot. */
async function afterwards(
  app: App,
  payments: PaymentsProvider,
  { kind, agreementId }: CheckoutRow,
  stripeId: string,
): Promise<void> {
  for (const other of openCheckoutsOf(app.db, agreementId)) {
    const expired = await payments.expireCheckout(other);
    if (expired.kind === "done") await whenFree(() => setCheckout(app.db, other, "expired"));
  }
  if (kind === "membership") {
    await readMembership(app, stripeId);
    return;
  }
  const plan = findPlanSubscriptionByAgreement(app.db, agreementId);
  if (!plan) return;
  await readPlan(app, plan.id);
}

/** The contact of that number as it is, or a new one. */
function contactFor(app: App, { contactName, phone, email }: CheckoutRow): number {
  const known = findContactByPhone(app.db, phone);
  if (known) return known.id;
  const owner = firstAdmin(app.db);
  if (owner === undefined) throw new Error("A client paid before there was an administrator");
  const id = addContact(app, { name: contactName, phone, email, userId: owner });
  recordSystem(app, {
    action: "contact.create",
    target: ["contact", id],
    metadata: { by: "checkout" },
  });
  return id;
}
