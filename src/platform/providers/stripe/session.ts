import type Stripe from "stripe";
import type { PaymentsProvider } from "#src/platform/providers/payments.ts";
import { PERIOD_MS } from "#src/shared/installments.ts";

/** Stripe accepts Latin letters only and truncates long names. */
export function statementDescriptor(name: string): { statement_descriptor?: string } {
  return name === "" ? {} : { statement_descriptor: name };
}

/** Parlor doesn't follow payments that arrive, or fail, days later, as bank debits do. */
export const CARDS_ONLY = ["card"] as const;

/** Converts a checkout to Stripe's parameters for a subscription. */
export function toSessionParams(
  checkout: Parameters<PaymentsProvider["openCheckout"]>[0],
): Stripe.Checkout.SessionCreateParams {
  const { once } = checkout;
  return {
    mode: "subscription",
    allowed_payment_method_types: [...CARDS_ONLY],
    customer: checkout.customerId,
    client_reference_id: checkout.reference,
    success_url: checkout.successUrl,
    cancel_url: checkout.cancelUrl,
    metadata: checkout.metadata,
    subscription_data: { metadata: checkout.metadata },
    line_items: [
      { quantity: 1, price: checkout.priceId },
      ...(once
        ? [
            {
              quantity: 1,
              price_data: {
                currency: once.currency.toLowerCase(),
                product: once.productId,
                unit_amount: once.cents,
              },
            },
          ]
        : []),
    ],
  };
}

/** Converts a single payment to Stripe's parameters. */
export function toPaymentParams({
  lines,
  currency,
  ...payment
}: Parameters<PaymentsProvider["openPayment"]>[0]): Stripe.Checkout.SessionCreateParams {
  return {
    mode: "payment",
    allowed_payment_method_types: [...CARDS_ONLY],
    client_reference_id: payment.reference,
    success_url: payment.successUrl,
    cancel_url: payment.cancelUrl,
    expires_at: Math.ceil(payment.expiresAt / 1000),
    ...(payment.keepsCardOf !== null
      ? {
          customer: payment.keepsCardOf,
          payment_intent_data: { setup_future_usage: "off_session" as const },
        }
      : payment.email !== null && { customer_email: payment.email }),
    line_items: lines.map(({ name, cents }) => ({
      quantity: 1,
      price_data: {
        currency: currency.toLowerCase(),
        unit_amount: cents,
        product_data: { name },
      },
    })),
  };
}

type Limited = Parameters<PaymentsProvider["limitPeriods"]>[0];

/**
 * Returns one phase for the remaining periods, after which the schedule ends; undefined when none is
 * left. A schedule begins with the current period when it is created, not with the subscription.
 */
export function remainingPhase(
  schedule: Stripe.SubscriptionSchedule,
  { priceId, interval, count, startedAt, moved }: Limited,
): Stripe.SubscriptionScheduleUpdateParams | undefined {
  const start = schedule.phases[0]?.start_date ?? startedAt / 1000;
  const passed = Math.round((start * 1000 - startedAt) / PERIOD_MS[interval]);
  if (passed >= count) return undefined;
  return {
    end_behavior: "cancel",
    proration_behavior: "none",
    phases: [
      {
        start_date: start,
        items: [{ price: priceId, quantity: 1 }],
        // A trial is how Stripe moves the renewals of a period that is already paid.
        ...(moved
          ? { trial_end: moved.nextAt / 1000, end_date: moved.endsAt / 1000 }
          : { duration: { interval, interval_count: count - passed } }),
      },
    ],
  };
}
