import { membershipPayments } from "#db/billing/membership-payments.ts";
import { insertUsage, type UsageRow, usageOf } from "#db/billing/membership-usage.ts";
import { reversalsOfMember } from "#db/billing/reversals.ts";
import * as store from "#db/billing/subscriptions-list.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { agreementFile, noteEvent } from "#src/billing/agreements/agreements.ts";
import { readMembership } from "#src/billing/ledger/membership-state.ts";
import { NOTHING, reversedPayments } from "#src/billing/ledger/reversals.ts";
import { answerOf, requirePayments } from "#src/billing/stripe/provider.ts";
import { record, recordSystem } from "#src/platform/audit/audit.ts";
import type { Client } from "#src/platform/http/client-session.ts";
import { requireNamesAndPhones } from "#src/platform/masking/masking.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import type { FileReply } from "#src/shared/endpoint.ts";
import { amountOf } from "#src/shared/money.ts";
import type { Page } from "#src/shared/page-shape.ts";
import { Problem } from "#src/shared/problem.ts";
import type { MarkUsage, Payment, Subscription, Usage } from "./contract.ts";

export function listSubscriptions(app: App, page: Page): Subscription[] {
  return store.listSubscriptions(app.db, page).map(shown);
}

export function listUsage(app: App, id: number): Usage[] {
  foundSubscription(app, id);
  return usageOf(app.db, id).map(shownUsage);
}

export function listPayments(app: App, id: number): Payment[] {
  foundSubscription(app, id);
  const reversed = reversedPayments(reversalsOfMember(app.db, id));
  return membershipPayments(app.db, id).map((row) => {
    const { refunded, dispute } = reversed.get(row.paymentIntentId ?? "") ?? NOTHING;
    return {
      id: row.invoiceId,
      amount: amountOf(row.amount),
      paidAt: new Date(row.paidAt).toISOString(),
      refundedAmount: refunded > 0 ? amountOf(refunded) : null,
      dispute,
    };
  });
}

/** Somebody came and used it. @throws Problem 400 for a day to come, 404 */
export function markUsage(app: App, actor: Staff, id: number, wanted: MarkUsage): Usage {
  if (wanted.usedDate > businessDay(app)) {
    const words = "Date cannot be in the future";
    throw new Problem(400, words, { errors: { usedDate: words } });
  }
  return inTransaction(app.db, () => {
    foundSubscription(app, id);
    const usageId = insertUsage(app.db, {
      subscriptionId: id,
      ...wanted,
      createdBy: actor.id,
      createdAt: app.now(),
    });
    record(app, actor, {
      action: "subscription.mark_usage",
      target: ["subscription", id],
      metadata: { usedDate: wanted.usedDate },
    });
    app.events.changed("subscriptions", id);
    const marked = usageOf(app.db, id).find((one) => one.id === usageId);
    if (!marked) throw new Error("one row in, one row out");
    return shownUsage(marked);
  });
}

/** It names the client on every page. @throws Problem 403, 404 */
export function agreementFor(app: App, actor: Staff, id: number): Promise<FileReply> {
  requireNamesAndPhones(actor);
  return agreementPdf(app, foundSubscription(app, id));
}

/** @throws Problem 404, 409, 503 */
export async function cancelByStaff(app: App, actor: Staff, id: number): Promise<Subscription> {
  await cancelAtPeriodEnd(app, foundSubscription(app, id), actor);
  return shown(foundSubscription(app, id));
}

/** @throws Problem 404 unless it is this member's */
export function ownSubscription(app: App, client: Client, id: number): store.ListedSubscription {
  const own = store.subscriptionsOfPhone(app.db, client.phone).find((one) => one.id === id);
  if (!own) throw missing();
  return own;
}

/** Stripe ends it with the period; what is here follows what Stripe says. */
export async function cancelAtPeriodEnd(
  app: App,
  subscription: store.ListedSubscription,
  actor?: Staff,
): Promise<void> {
  const { id, stripeSubscriptionId, status, cancelAtPeriodEnd: isCanceling } = subscription;
  if (status !== "active") throw new Problem(409, "Only an active membership can be canceled.");
  if (isCanceling) throw new Problem(409, "This membership is being canceled already.");
  const payments = await requirePayments(app);
  answerOf(
    await payments.cancelAtPeriodEnd(
      stripeSubscriptionId,
      true,
      `cancel-membership-${id}-${subscription.updatedAt}`,
    ),
  );
  await whenFree(() =>
    inTransaction(app.db, () => {
      noteEvent(app, subscription.agreementId, `Canceled by the ${actor ? "business" : "member"}`);
      const deed = { action: "subscription.cancel", target: ["subscription", id] } as const;
      if (actor) record(app, actor, deed);
      else recordSystem(app, { ...deed, metadata: { by: "member" } });
      app.events.changed("subscriptions", id);
    }),
  );
  await readMembership(app, stripeSubscriptionId);
}

export async function agreementPdf(
  app: App,
  { id, agreementId }: store.ListedSubscription,
): Promise<FileReply> {
  return {
    name: `membership-agreement-${id}.pdf`,
    type: "application/pdf",
    content: await agreementFile(app, agreementId),
    inline: true,
  };
}

function foundSubscription(app: App, id: number): store.ListedSubscription {
  const subscription = store.findListed(app.db, id);
  if (!subscription) throw missing();
  return subscription;
}

function missing(): Problem {
  return new Problem(404, "This subscription does not exist.");
}

function shown(row: store.ListedSubscription): Subscription {
  const { agreementId: _, agreementText: __, price, billingFrequency, ...rest } = row;
  return {
    ...rest,
    membershipPrice: amountOf(price),
    membershipBillingFrequency: billingFrequency,
    currentPeriodEnd:
      row.currentPeriodEnd === null ? null : new Date(row.currentPeriodEnd).toISOString(),
    signedAt: new Date(row.signedAt).toISOString(),
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
  };
}

function shownUsage(row: UsageRow): Usage {
  return { ...row, createdAt: new Date(row.createdAt).toISOString() };
}
