import { reversalsOfMember } from "#db/billing/reversals.ts";
import {
  insertUsage,
  membershipPayments,
  type UsageRow,
  usageOf,
} from "#db/billing/subscriptions.ts";
import * as store from "#db/billing/subscriptions-list.ts";
import { findListedSubscription } from "#db/billing/subscriptions-list.ts";
import { inTransaction, writeWhenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { recordAgreementEvent, toAgreementReply } from "#src/billing/agreements/agreements.ts";
import { voidUnpaid } from "#src/billing/ledger/charge-invoice.ts";
import { reconcileMembership } from "#src/billing/ledger/membership-state.ts";
import { NO_REVERSALS, reversalsByPayment } from "#src/billing/ledger/reversals.ts";
import {
  requirePaymentsProvider,
  StripeUnreachable,
  valueOrProblem,
} from "#src/billing/stripe-provider.ts";
import { record, recordSystem } from "#src/platform/audit/audit.ts";
import { defineModule, staff } from "#src/platform/http/routes.ts";
import type { Client } from "#src/platform/http/sessions.ts";
import { requireNamesAndPhones } from "#src/platform/masking/masking.ts";
import { recordOwnWords } from "#src/platform/masking/own-words.ts";
import type { PaymentsProvider } from "#src/platform/providers/payments.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import { toWallTime } from "#src/platform/time.ts";
import type { FileReply } from "#src/shared/endpoint.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { formatCents } from "#src/shared/money.ts";
import type { Page } from "#src/shared/page-shape.ts";
import { fieldProblem, Problem, requireFound } from "#src/shared/problem.ts";
import { dayOf } from "#src/shared/wall-time.ts";
import {
  type MarkUsage,
  type Payment,
  type Subscription,
  subscriptions,
  type Usage,
} from "./contract.ts";

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

function listSubscriptions(app: App, page: Page): Subscription[] {
  return store.listSubscriptions(app.db, page).map(toSubscription);
}

function listUsage(app: App, id: number): Usage[] {
  getSubscription(app, id);
  return usageOf(app.db, id).map(toUsage);
}

function listPayments(app: App, id: number): Payment[] {
  getSubscription(app, id);
  const reversed = reversalsByPayment(reversalsOfMember(app.db, id));
  return membershipPayments(app.db, id).map((row) => {
    const { refunded, lost, dispute } = reversed.get(row.paymentIntentId ?? "") ?? NO_REVERSALS;
    return {
      id: row.invoiceId,
      amount: formatCents(row.amount),
      paidAt: toIso(row.paidAt),
      refundedAmount: refunded > 0 ? formatCents(refunded) : null,
      lostAmount: lost > 0 ? formatCents(lost) : null,
      dispute,
    };
  });
}

/**
 * Records that the member used the membership, once a day: a repeat returns the first mark.
 * @throws Problem 400 for a day outside the membership, 404, 409 for a marked day with other notes
 */
function markUsage(app: App, actor: Staff, id: number, input: MarkUsage): Usage {
  const { usedDate, notes } = input;
  if (usedDate > businessDay(app)) throw usedDateProblem(400, "Date can't be in the future");
  return inTransaction(app.db, () => {
    const { createdAt, status } = getSubscription(app, id);
    if (usedDate < dayOf(toWallTime(app, createdAt)))
      throw usedDateProblem(400, "Date can't be before the membership started");
    const earlier = usageOf(app.db, id).find((one) => one.usedDate === usedDate);
    if (earlier && notes !== "" && notes !== earlier.notes)
      throw usedDateProblem(409, "This day is already marked as used. Choose another day.");
    if (earlier) return toUsage(earlier);
    if (status === "canceled")
      throw new Problem(409, "This membership is canceled, so it can't be used.");
    const usageId = insertUsage(app.db, {
      subscriptionId: id,
      ...input,
      createdBy: actor.id,
      createdAt: app.now(),
    });
    recordOwnWords(app, actor, "usage", usageId, input.notes);
    record(app, actor, {
      action: "subscription.mark_usage",
      target: ["subscription", id],
      metadata: { usedDate },
    });
    app.events.changed("subscriptions", id);
    const marked = usageOf(app.db, id).find((one) => one.id === usageId);
    if (!marked) throw new Error("the inserted usage row is missing");
    return toUsage(marked);
  });
}

/** The PDF names the client on every page. @throws Problem 403, 404 */
function getAgreement(app: App, actor: Staff, id: number): Promise<FileReply> {
  requireNamesAndPhones(actor);
  return toAgreementReply(app, "membership", getSubscription(app, id));
}

/** @throws Problem 404, 409, 503 */
export async function cancelByStaff(app: App, actor: Staff, id: number): Promise<Subscription> {
  await cancelSubscription(app, getSubscription(app, id), actor);
  return toSubscription(getSubscription(app, id));
}

/** @throws Problem 404 if the subscription is not this member's */
export function getOwnSubscription(app: App, client: Client, id: number): store.ListedSubscription {
  const own = store.subscriptionsOfPhone(app.db, client.phone).find((one) => one.id === id);
  return requireFound(own, GONE);
}

/**
 * Cancels at Stripe, then updates the local state from Stripe. A paid period or a trial is used to its
 * end. A past-due membership ends at once, because Stripe would keep charging its open invoice until
 * the end of the period.
 */
export async function cancelSubscription(
  app: App,
  subscription: store.ListedSubscription,
  actor?: Staff,
): Promise<void> {
  const { id, stripeSubscriptionId, status, cancelAtPeriodEnd, updatedAt } = subscription;
  if (status === "canceled") throw new Problem(409, "This membership is already canceled.");
  if (status !== "past_due" && cancelAtPeriodEnd)
    throw new Problem(409, "This membership is already set to be canceled.");
  const payments = await requirePaymentsProvider(app);
  const key = `cancel-membership-${id}-${updatedAt}`;
  if (status === "past_due") await cancelAtOnce(payments, stripeSubscriptionId, key);
  else valueOrProblem(await payments.cancelAtPeriodEnd(stripeSubscriptionId, true, key));
  await writeWhenFree(app.db, () => {
    recordAgreementEvent(
      app,
      subscription.agreementId,
      `Canceled by the ${actor ? "business" : "member"}`,
    );
    const entry = { action: "subscription.cancel", target: ["subscription", id] } as const;
    if (actor) record(app, actor, entry);
    else recordSystem(app, { ...entry, metadata: { by: "member" } });
    app.events.changed("subscriptions", id);
  });
  await reconcileMembership(app, stripeSubscriptionId);
}

/** Ends the subscription, which also ends Stripe's retries, then voids its open invoices. */
async function cancelAtOnce(payments: PaymentsProvider, id: string, key: string): Promise<void> {
  const canceled = await payments.cancelSubscription(id, key);
  if (canceled.kind !== "missing") valueOrProblem(canceled);
  try {
    await voidUnpaid(payments, id);
  } catch (error) {
    if (!(error instanceof StripeUnreachable)) throw error;
    throw new Problem(503, error.message);
  }
}

function getSubscription(app: App, id: number): store.ListedSubscription {
  return requireFound(store.findListedSubscription(app.db, id), GONE);
}

function usedDateProblem(status: 400 | 409, message: string): Problem {
  return fieldProblem(status, "usedDate", message);
}

const GONE = "This subscription doesn't exist.";

function toSubscription(row: store.ListedSubscription): Subscription {
  const { agreementId: _, agreementText: __, price, billingFrequency, ...rest } = row;
  return {
    ...rest,
    membershipPrice: formatCents(price),
    membershipBillingFrequency: billingFrequency,
    currentPeriodEnd: toIso(row.currentPeriodEnd),
    signedAt: toIso(row.signedAt),
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
  };
}

function toUsage(row: UsageRow): Usage {
  return { ...row, createdAt: toIso(row.createdAt) };
}
