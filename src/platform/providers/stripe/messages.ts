import type { PaymentOutcome } from "#src/platform/providers/payment-outcome.ts";
import type { RefundResult } from "#src/platform/providers/payments.ts";

type Sdk = typeof import("stripe");

/** Converts an error of the SDK to an outcome. @throws any other error */
export function toRefusal(
  error: unknown,
  { default: Stripe }: Sdk,
): Exclude<PaymentOutcome<never>, { kind: "done" }> {
  const { errors } = Stripe;
  if (isUnconfirmed(error, errors)) return { kind: "unconfirmed", message: UNCONFIRMED };
  if (error instanceof errors.StripeCardError) return { kind: "declined", message: error.message };
  if (error instanceof errors.StripeConnectionError || error instanceof errors.StripeAPIError)
    return { kind: "unreachable", message: "Stripe can't be reached right now. Try again." };
  if (error instanceof errors.StripeRateLimitError)
    return {
      kind: "unreachable",
      message: "Stripe is busy right now. Try again in a minute.",
    };
  if (error instanceof errors.StripeAuthenticationError)
    return { kind: "refused", message: "Stripe refused the secret key. Check it in Settings." };
  if (error instanceof errors.StripeError)
    return {
      kind: error.code === "resource_missing" ? "missing" : "refused",
      message: error.message,
    };
  throw error;
}

const UNCONFIRMED = "The client's bank asks the client to confirm this payment.";
const CONFIRM_CODES = ["authentication_required", "invoice_payment_intent_requires_action"];

/** 3-D Secure: the card works, but its holder must confirm. Stripe names it in the code or the bank's decline code. */
function isUnconfirmed(error: unknown, { StripeError }: Sdk["default"]["errors"]): boolean {
  if (!(error instanceof StripeError)) return false;
  const { code, decline_code: declineCode } = error;
  return CONFIRM_CODES.some((one) => one === code || one === declineCode);
}

/** Returns why nothing was refunded, or undefined for any other refusal. */
export function whyNotRefunded(
  error: unknown,
  { default: Stripe }: Sdk,
): Exclude<RefundResult, object> | undefined {
  const code = error instanceof Stripe.errors.StripeError ? error.code : undefined;
  if (code === "charge_already_refunded") return "refunded before";
  return code === "charge_disputed" ? "disputed" : undefined;
}

/** Explains an error on the connection card. */
export function checkMessage(error: unknown, { default: Stripe }: Sdk): string {
  const { errors } = Stripe;
  if (error instanceof errors.StripeAuthenticationError)
    return error.code === "api_key_expired"
      ? "This secret key has expired. Make a new one in Stripe, under Developers, API keys."
      : "Stripe refused the secret key: copy it again from Stripe, under Developers, API keys.";
  if (error instanceof errors.StripePermissionError)
    return "This restricted key can't read the balance. Give it that permission, or use the secret key.";
  if (error instanceof errors.StripeRateLimitError)
    return "Stripe is busy with this account. Try again in a minute.";
  if (error instanceof errors.StripeConnectionError) return "Stripe can't be reached right now.";
  if (error instanceof errors.StripeAPIError)
    return "Stripe has problems right now. Try again later.";
  if (error instanceof errors.StripeError) return `Stripe reported a problem: ${error.message}`;
  throw error;
}
