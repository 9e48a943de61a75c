import {
  eraseCards,
  findCardAgreement,
  listCardsOfContact,
  removeCards,
} from "#db/billing/cards.ts";
import { anonymizeCheckouts } from "#db/billing/checkouts.ts";
import { listPlanSubscribersOfContact } from "#db/billing/plan-subscribers.ts";
import { eraseUsageNotes } from "#db/billing/subscriptions.ts";
import { hasLiveSubscription, subscriptionsOfContact } from "#db/billing/subscriptions-list.ts";
import type { ClientPart } from "#src/app.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { Problem } from "#src/shared/problem.ts";
import { expireSoon } from "./expire-checkouts.ts";
import {
  erasePayments,
  exportPayments,
  listPaymentHistory,
} from "./payments/payments-of-client.ts";

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
  remove(app, id) {
    removeCards(app.db, { contactId: id, now: app.now() });
  },
};
