import type Stripe from "stripe";
import type { PaymentsProvider } from "#src/platform/providers/payments.ts";

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

/** Converts a deposit to Stripe's parameters for a single payment. */
export function toDepositParams(
  deposit: Parameters<PaymentsProvider["openDeposit"]>[0],
): Stripe.Checkout.SessionCreateParams {
  return {
    mode: "payment",
    allowed_payment_method_types: [...CARDS_ONLY],
    client_reference_id: deposit.reference,
    success_url: deposit.successUrl,
    cancel_url: deposit.cancelUrl,
    expires_at: Math.ceil(deposit.expiresAt / 1000),
    ...(deposit.email !== null && { customer_email: deposit.email }),
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: deposit.currency.toLowerCase(),
          unit_amount: deposit.cents,
          product_data: { name: deposit.name },
        },
      },
    ],
  };
}
