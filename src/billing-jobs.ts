import { announceRenewals, sendAgreementMails } from "#src/billing/agreements/agreement-mails.ts";
import { keepCards } from "#src/billing/cards/cards.ts";
import { expireCheckouts } from "#src/billing/expire-checkouts.ts";
import { completeUnfinishedCharges } from "#src/billing/ledger/charge.ts";
import { chargeDueFees, completeCharges } from "#src/billing/payments/charge-card.ts";
import { settleUnpaid } from "#src/billing/payments/complete-payment.ts";
import { makePaymentRefunds } from "#src/billing/payments/refund-payments.ts";
import { reconcile } from "#src/billing/stripe/reconcile.ts";
import type { Job } from "#src/platform/jobs/scheduler.ts";

/** Jobs that agree with Stripe, and mail what was signed. */
export const BILLING_JOBS: readonly Job[] = [
  {
    id: "reconcile-payments",
    description: "Compares the ledger with Stripe.",
    everySeconds: 24 * 3600,
    atStart: true,
    run: reconcile,
  },
  {
    id: "finish-charges",
    description: "Completes charges that were interrupted.",
    everySeconds: 60,
    run: completeUnfinishedCharges,
  },
  {
    id: "keep-cards",
    description:
      "Finishes cards on file that were entered or removed, and announces those that expire.",
    everySeconds: 3600,
    atStart: true,
    run: keepCards,
  },
  {
    id: "refund-payments",
    description: "Makes the refunds of payments at the desk.",
    everySeconds: 5,
    run: makePaymentRefunds,
  },
  {
    id: "charge-fees",
    description: "Charges the fees of missed visits, ten seconds after staff decided on them.",
    everySeconds: 2,
    run: chargeDueFees,
  },
  {
    id: "complete-card-charges",
    description: "Asks Stripe again about charges of cards on file whose answer was lost.",
    everySeconds: 60,
    atStart: true,
    run: completeCharges,
  },
  {
    id: "settle-payment-pages",
    description:
      "Records payments whose event is missing, and ends pages of links that can't be paid.",
    everySeconds: 300,
    run: settleUnpaid,
  },
  {
    id: "announce-renewals",
    description: "Queues the notices of yearly memberships that renew within 30 days.",
    everySeconds: 3600,
    atStart: true,
    run: announceRenewals,
  },
  {
    id: "send-agreement-mails",
    description: "Mails signed agreements and notices of renewals.",
    everySeconds: 5,
    run: sendAgreementMails,
  },
  {
    id: "expire-checkouts-of-erased-clients",
    description:
      "Ends unpaid checkouts of erased clients, and of deposits that are no longer due, at Stripe.",
    everySeconds: 30,
    run: expireCheckouts,
  },
];
