import * as refunds from "#db/billing/payment-refunds.ts";
import { findPayment } from "#db/billing/payments.ts";
import { writeWhenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { refundUntil } from "#src/billing/refunds.ts";
import { forEachLogged } from "#src/billing/stripe-provider.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { publish } from "./publish.ts";

/**
 * Makes the refunds that are due. One that Stripe refuses doesn't keep the others waiting: it is owed, with an alert.
 * @throws StripeUnreachable
 */
export async function makePaymentRefunds(app: App): Promise<void> {
  if (app.config.passive) return;
  await forEachLogged(app, refunds.listDuePaymentRefunds(app.db, app.now()), (due) =>
    makeRefund(app, due),
  );
}

async function makeRefund(app: App, due: refunds.PaymentRefundRow): Promise<void> {
  // Recorded before Stripe is asked, so that it can't be undone meanwhile.
  const isDue = await writeWhenFree(app.db, () =>
    refunds.setPaymentRefundSent(app.db, due.id, app.now()),
  );
  const payment = findPayment(app.db, due.paymentId);
  if (!isDue || !payment) return;
  const { stripePaymentIntentId: paymentIntentId, untilCents: until } = due;
  const { currency } = payment;
  const reason = `payment-refund-${due.id}`;
  const isMade =
    paymentIntentId === null ||
    (await refundUntil(app, { paymentIntentId, currency, until }, { reason })) === "refunded";
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
