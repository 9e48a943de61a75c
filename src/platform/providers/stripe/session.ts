import type Stripe from "stripe";
import type { PaymentsProvider } from "#src/platform/providers/payments.ts";

/** Stripe takes Latin letters only, and shortens the rest itself. */
export function statement(name: string): { statement_descriptor?: string } {
  return name === "" ? {} : { statement_descriptor: name };
}

/** The checkout of a subscription, as Stripe wants it. */
export function sessionOf(
  wanted: Parameters<PaymentsProvider["openCheckout"]>[0],
): Stripe.Checkout.SessionCreateParams {
  const { once } = wanted;
  return {
    mode: "subscription",
    customer: wanted.customerId,
    client_reference_id: wanted.reference,
    success_url: wanted.successUrl,
    cancel_url: wanted.cancelUrl,
    metadata: wanted.metadata,
    subscription_data: { metadata: wanted.metadata },
    line_items: [
      { quantity: 1, price: wanted.priceId },
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
