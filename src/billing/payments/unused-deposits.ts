import { insertPaymentRefund } from "#db/billing/payment-refunds.ts";
import type { PaymentRow } from "#db/billing/payments.ts";
import type { App } from "#src/app.ts";
import { UNDO_MS } from "#src/shared/constants.ts";

/** Refunds what a payment that was just made left of the deposits of its visits, in the caller's transaction. */
export function refundUnusedDeposits(
  app: App,
  { id, depositCents, takenBy }: Pick<PaymentRow, "id" | "depositCents" | "takenBy">,
  appointmentIds: readonly number[],
): void {
  const now = app.now();
  let left = depositCents;
  for (const deposit of app.hooks.visits.listDeposits(app, appointmentIds)) {
    const { paymentIntentId, cents, returnedCents } = deposit;
    const used = Math.min(cents, left);
    left -= used;
    if (used < cents && paymentIntentId !== null)
      insertPaymentRefund(app.db, {
        paymentId: id,
        stripePaymentIntentId: paymentIntentId,
        cents: cents - used,
        untilCents: returnedCents + cents - used,
        askedBy: takenBy,
        createdAt: now,
        dueAt: now + UNDO_MS,
      });
  }
}
