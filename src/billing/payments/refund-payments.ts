import * as refunds from "#db/billing/payment-refunds.ts";
import { findPayment, type PaymentRow } from "#db/billing/payments.ts";
import { refundedCents } from "#db/billing/reversals.ts";
import { writeWhenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import {
  isRefusedToday,
  recordRefunds,
  refundPayment,
  saveMadeRefund,
} from "#src/billing/refunds.ts";
import { requirePaymentsProvider, StripeUnreachable } from "#src/billing/stripe-provider.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { publish } from "./publish.ts";

/**
 * Makes the refunds that are due. One that Stripe refuses doesn't keep the others waiting: it is owed, with an alert.
 * @throws StripeUnreachable
 */
export async function makePaymentRefunds(app: App): Promise<void> {
  if (app.config.passive) return;
  for (const due of refunds.listDuePaymentRefunds(app.db, app.now())) await makeRefund(app, due);
}

async function makeRefund(app: App, due: refunds.PaymentRefundRow): Promise<void> {
  // Recorded before Stripe is asked, so that it can't be undone meanwhile.
  const isDue = await writeWhenFree(app.db, () =>
    refunds.setPaymentRefundSent(app.db, due.id, app.now()),
  );
  const payment = findPayment(app.db, due.paymentId);
  if (!isDue || !payment) return;
  const isMade =
    due.stripePaymentIntentId === null ||
    (await refundCard(app, payment, due, due.stripePaymentIntentId));
  if (isMade)
    await writeWhenFree(app.db, () => {
      if (!refunds.setPaymentRefundMade(app.db, due.id, app.now())) return;
      recordSystem(app, {
        action: "payment.refunded",
        target: ["payment", payment.id],
        metadata: { cents: due.cents },
      });
      publish(app, payment.id);
    });
}

/** Returns false while Stripe refuses, or the client's bank decides on a dispute. @throws StripeUnreachable */
async function refundCard(
  app: App,
  { currency }: PaymentRow,
  { id, untilCents }: refunds.PaymentRefundRow,
  paymentIntentId: string,
): Promise<boolean> {
  if (isRefusedToday(app, paymentIntentId)) return false;
  const payments = await requirePaymentsProvider(app);
  // A reply may have been lost, and Stripe would make a second refund of a part. Someone may also have refunded there.
  await recordRefunds(app, payments, paymentIntentId);
  const cents = untilCents - refundedCents(app.db, paymentIntentId);
  if (cents <= 0) return true;
  const part = { paymentIntentId, cents, currency };
  const outcome = await refundPayment(
    app,
    payments,
    { ...part, until: untilCents },
    `payment-refund-${id}`,
    "requested_by_customer",
  );
  if (outcome.kind === "unreachable") throw new StripeUnreachable(outcome.message);
  if (outcome.kind !== "done" || outcome.value === "disputed") return false;
  if (outcome.value === "refunded before") {
    await recordRefunds(app, payments, paymentIntentId);
    return true;
  }
  const refundId = outcome.value.id;
  await writeWhenFree(app.db, () => saveMadeRefund(app, part, refundId));
  return true;
}
