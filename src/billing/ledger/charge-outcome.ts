import { type ChargeRow, endCharge } from "#db/billing/charges.ts";
import { installmentsOf, markPaid, noteManualDecline } from "#db/billing/installments.ts";
import { setPaidAhead } from "#db/billing/plan-subscriptions.ts";
import type { App } from "#src/app.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import type { ProviderInvoice } from "#src/platform/providers/payments.ts";
import { MOST_STRIKES, strikesOf } from "./ledger.ts";
import { noteFailure } from "./notices.ts";

/**
 * In one transaction of the caller: the charge ends and an installment is paid, once. The schedule may have
 * paid for its own meanwhile, so it is the next. False, and nothing ends, where none is left.
 */
export function bookPayment(
  app: App,
  charge: ChargeRow,
  invoice: ProviderInvoice,
  isSeparate: boolean,
): boolean {
  const all = installmentsOf(app.db, charge.subscriptionId);
  const known = all.find(({ stripeInvoiceId }) => stripeInvoiceId === invoice.id);
  const due = known ?? all.find(({ status }) => status !== "paid");
  if (!due) return false;
  if (!endCharge(app.db, charge.id, "paid", null)) return true;
  const now = app.now();
  markPaid(app.db, due.id, {
    invoiceId: invoice.id,
    paymentIntentId: invoice.paymentIntentId,
    at: invoice.paidAt ?? now,
    now,
  });
  if (isSeparate) setPaidAhead(app.db, charge.subscriptionId, due.sequenceNumber);
  recordSystem(app, {
    action: "installment.paid",
    target: ["plan_subscription", charge.subscriptionId],
    metadata: { installment: due.sequenceNumber, by: "charge" },
  });
  app.events.changed("plan-subscriptions", charge.subscriptionId);
  return true;
}

/** Answers the strikes of the installment now, and what is to be mailed to the client. */
export function bookRefusal(
  app: App,
  charge: ChargeRow,
  status: "declined" | "failed",
  words: string,
): { strikes: number; notice: ReturnType<typeof noteFailure> } {
  const declined = endCharge(app.db, charge.id, status, words) && status === "declined";
  if (declined) {
    noteManualDecline(app.db, charge.installmentId, words, app.now());
    recordSystem(app, {
      action: "installment.declined",
      target: ["plan_subscription", charge.subscriptionId],
      metadata: { by: "charge" },
    });
  }
  app.events.changed("plan-subscriptions", charge.subscriptionId);
  const due = installmentsOf(app.db, charge.subscriptionId).find(
    ({ id }) => id === charge.installmentId,
  );
  const strikes = strikesOf(due);
  // Of the last one the cancellation tells.
  const isTold = declined && due !== undefined && strikes < MOST_STRIKES;
  const notice = isTold ? noteFailure(app, charge.subscriptionId, due.sequenceNumber) : undefined;
  return { strikes, notice };
}
