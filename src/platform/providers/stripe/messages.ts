import type { PaymentOutcome } from "#src/platform/providers/payments.ts";

type Sdk = typeof import("stripe");

/** What became of a call, from what the SDK threw. @throws whatever Stripe did not say */
export function toRefusal(
  error: unknown,
  { default: Stripe }: Sdk,
): Exclude<PaymentOutcome<never>, { kind: "done" }> {
  const { errors } = Stripe;
  if (error instanceof errors.StripeCardError) return { kind: "declined", words: error.message };
  if (error instanceof errors.StripeConnectionError || error instanceof errors.StripeAPIError)
    return { kind: "unreachable", words: "Stripe cannot be reached right now. Please try again." };
  if (error instanceof errors.StripeRateLimitError)
    return {
      kind: "unreachable",
      words: "Stripe is busy right now. Please try again in a minute.",
    };
  if (error instanceof errors.StripeAuthenticationError)
    return { kind: "refused", words: "Stripe refused the secret key. Check it in Settings." };
  if (error instanceof errors.StripeError)
    return {
      kind: error.code === "resource_missing" ? "missing" : "refused",
      words: error.message,
    };
  throw error;
}

/** A refund that is refused because the money is no longer here to go back. */
export function isAlreadyReturned(error: unknown, { default: Stripe }: Sdk): boolean {
  const code = error instanceof Stripe.errors.StripeError ? error.code : undefined;
  return code === "charge_already_refunded" || code === "charge_disputed";
}

/** What the owner reads on the connection card. */
export function checkMessage(error: unknown, { default: Stripe }: Sdk): string {
  const { errors } = Stripe;
  if (error instanceof errors.StripeAuthenticationError)
    return error.code === "api_key_expired"
      ? "This secret key has expired. Make a new one in Stripe, under Developers, API keys."
      : "Stripe refused the secret key: copy it again from Stripe, under Developers, API keys.";
  if (error instanceof errors.StripePermissionError)
    return "Stripe knows this restricted key, but it may not read the balance. Give it that permission, or use the secret key.";
  if (error instanceof errors.StripeRateLimitError)
    return "Stripe is busy with this account. Try again in a minute.";
  if (error instanceof errors.StripeConnectionError) return "Stripe cannot be reached right now.";
  if (error instanceof errors.StripeAPIError)
    return "Stripe has trouble of its own right now. Try again later.";
  if (error instanceof errors.StripeError) return `Stripe said no: ${error.message}`;
  throw error;
}
