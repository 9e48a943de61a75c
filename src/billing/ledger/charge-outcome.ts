import { type ChargeRow, endCharge, setAwaitsClient } from "#db/billing/charges.ts";
import { installmentsOf, markPaid, recordManualDecline } from "#db/billing/installments.ts";
import { setPaidAhead } from "#db/billing/plan-subscriptions.ts";
import type { App } from "#src/app.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import type { ProviderInvoice } from "#src/platform/providers/payments.ts";
import { failedAttemptsOf, MAX_FAILED_ATTEMPTS } from "./apply-invoice.ts";
import { notifyConfirmation, notifyFailure } from "./notices.ts";

/**
 * Ends a charge and marks an installment as paid, once, in the caller's transaction. If the schedule has
 * paid the charged installment in the meantime, the next one is marked. Returns false and changes nothing
 * if no installment is left.
 */
export function recordPayment(
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

/** Ends a refused charge. Returns the installment's failed attempts and the notice to mail. */
export function recordRefusal(
  app: App,
  charge: ChargeRow,
  status: "declined" | "failed",
  reason: string,
): { failedAttempts: number; notice: ReturnType<typeof notifyFailure> } {
  const declined = endCharge(app.db, charge.id, status, reason) && status === "declined";
  if (declined) {
    recordManualDecline(app.db, charge.installmentId, reason, app.now());
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
  const failedAttempts = failedAttemptsOf(due);
  // The cancellation notice covers the last attempt.
  const isNotified = declined && due !== undefined && failedAttempts < MAX_FAILED_ATTEMPTS;
  const notice = isNotified
    ? notifyFailure(app, charge.subscriptionId, due.sequenceNumber)
    : undefined;
  return { failedAttempts, notice };
}

/**
 * Records that the client's bank asks the client to confirm a payment, which is no failed attempt. A separate invoice
 * stays open for it; the scheduled one is open anyway. Returns the notice to mail, once.
 */
export function recordUnconfirmed(
  app: App,
  charge: ChargeRow,
  { url }: ProviderInvoice,
  isSeparate: boolean,
): ReturnType<typeof notifyConfirmation> {
  if (charge.reason !== null) return undefined;
  const { id, subscriptionId, installmentId } = charge;
  if (isSeparate) setAwaitsClient(app.db, id, UNCONFIRMED);
  else endCharge(app.db, id, "failed", UNCONFIRMED);
  recordSystem(app, {
    action: "installment.unconfirmed",
    target: ["plan_subscription", subscriptionId],
  });
  app.events.changed("plan-subscriptions", subscriptionId);
  const due = installmentsOf(app.db, subscriptionId).find((one) => one.id === installmentId);
  return due && notifyConfirmation(app, subscriptionId, due.sequenceNumber, url);
}

export const UNCONFIRMED =
  "The client's bank asks the client to confirm this payment, and we've sent the client the link. This isn't a failed attempt.";
