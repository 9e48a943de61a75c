import {
  endCardRequests,
  eraseCards,
  findCardAgreement,
  listCardsOfContact,
  removeCards,
} from "#db/billing/cards.ts";
import { anonymizeCheckouts } from "#db/billing/checkouts.ts";
import { openCheckoutsOfContact } from "#db/billing/payment-checkouts.ts";
import { refundedOf } from "#db/billing/payment-refunds.ts";
import { anonymizePayment, paymentsOfContact, totalOf } from "#db/billing/payments.ts";
import { listPlanSubscribersOfContact } from "#db/billing/plan-subscribers.ts";
import { eraseUsageNotes } from "#db/billing/subscriptions.ts";
import { hasLiveSubscription, subscriptionsOfContact } from "#db/billing/subscriptions-list.ts";
import type { App, ClientPart, Staff } from "#src/app.ts";
import { maySeePayment } from "#src/billing/payments/payments.ts";
import { toPayment } from "#src/billing/payments/to-payment.ts";
import { NO_LIMIT } from "#src/clients/identity.ts";
import type { Client, DatedEntry, HistoryPage } from "#src/hook-shapes.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { formatCents } from "#src/shared/money.ts";
import { Problem } from "#src/shared/problem.ts";
import { expireSoon } from "./expire-checkouts.ts";

/** Signed agreements and their payments are evidence and remain. */
export const billingOfClient: ClientPart = {
  tables: [
    "subscriptions",
    "payment_plan_subscriptions",
    "checkouts",
    "payments",
    "cards",
    "card_requests",
    "card_agreements",
  ],
  movedTables: [
    "subscriptions",
    "payment_plan_subscriptions",
    "payments",
    "cards",
    "card_requests",
    "card_agreements",
  ],
  listHistory: listPaymentHistory,
  exportData: (app, { id }) => ({
    memberships: subscriptionsOfContact(app.db, id).map((subscription) => ({
      joinedAt: toIso(subscription.createdAt),
      name: subscription.membershipName,
      status: subscription.status,
    })),
    paymentPlans: listPlanSubscribersOfContact(app.db, id).map((plan) => ({
      signedAt: toIso(plan.signedAt),
      name: plan.planName,
      status: plan.status,
    })),
    cards: listCardsOfContact(app.db, id).map(({ brand, last4, ...card }) => ({
      brand,
      last4,
      addedAt: toIso(card.addedAt),
      removedAt: toIso(card.removedAt),
      agreedTo: findCardAgreement(app.db, card.agreementId)?.wording,
    })),
    payments: exportPayments(app, id),
  }),
  erase(app, { id, traces }) {
    if (hasLiveSubscription(app.db, id))
      throw new Problem(
        409,
        "This client has an active membership or payment plan. Cancel it first.",
      );
    expireSoon(app, anonymizeCheckouts(app.db, traces));
    eraseUsageNotes(app.db, id);
    eraseCards(app.db, id, app.now());
    erasePayments(app, id);
  },
  // Whoever has the former number could add a card of their own, or see and remove the client's.
  changeNumber: (app, id) => endCardRequests(app.db, id, app.now()),
  remove(app, id) {
    removeCards(app.db, { contactId: id, now: app.now() });
  },
};

/** Entries for the client's history, newest first. */
function listPaymentHistory(
  app: App,
  actor: Staff,
  { id }: Pick<Client, "id">,
  { boundOf, limit }: HistoryPage,
): DatedEntry[] {
  return paymentsOfContact(app.db, id, boundOf("payment"), limit)
    .filter((row) => maySeePayment(app, actor, row))
    .map((row) => {
      const { id: paymentId, status, way, total, currency, lines } = toPayment(app, row);
      const at = row.createdAt;
      const what = lines.map(({ name }) => name).join(", ");
      const figures = { status, way, total, currency, what };
      return { at, entry: { kind: "payment", id: paymentId, at: toIso(at), ...figures } };
    });
}

function exportPayments(app: App, contactId: number) {
  return paymentsOfContact(app.db, contactId, NO_LIMIT.after, NO_LIMIT.rows).map((row) => ({
    at: toIso(row.createdAt),
    paidAt: toIso(row.paidAt),
    status: row.status,
    way: row.way,
    lines: row.lines.map(({ name, priceCents }) => ({ name, price: formatCents(priceCents) })),
    discount: formatCents(row.discountCents),
    deposit: formatCents(row.depositCents),
    tip: formatCents(row.tipCents),
    total: formatCents(totalOf(row)),
    refunded: formatCents(refundedOf(app.db, row)),
    currency: row.currency,
  }));
}

/** Removes an erased client from their payments, which remain, and ends their open links. */
export function erasePayments(app: App, contactId: number): void {
  const all = paymentsOfContact(app.db, contactId, NO_LIMIT.after, NO_LIMIT.rows);
  if (all.some(({ way, status }) => way === "card" && status === "open"))
    throw new Problem(
      409,
      "Stripe hasn't answered about a charge of this client's card yet. Try again in a few minutes.",
    );
  expireSoon(app, openCheckoutsOfContact(app.db, contactId));
  for (const { id, lines } of all)
    anonymizePayment(app.db, id, {
      // What staff typed may name the client.
      lines: lines.map((line) => (line.serviceId === null ? { ...line, name: "Item" } : line)),
      at: app.now(),
    });
  app.events.changed("payments");
}
