import type { App } from "#src/app.ts";
import type { Outcome, PaymentsProvider } from "#src/platform/providers/payments.ts";
import { secretOf } from "#src/platform/settings/settings.ts";
import { Problem } from "#src/shared/problem.ts";

const NOT_CONNECTED = "Card payments are not set up. Add your Stripe keys in Settings.";

/** Undefined while no secret key is saved. */
export async function paymentsOf(app: App): Promise<PaymentsProvider | undefined> {
  const secretKey = secretOf(app, "stripeSecretKey");
  return secretKey === undefined ? undefined : app.providers.payments(secretKey);
}

/** @throws Problem 409 while Stripe is not set up */
export async function requirePayments(app: App): Promise<PaymentsProvider> {
  const payments = await paymentsOf(app);
  if (!payments) throw new Problem(409, NOT_CONNECTED);
  return payments;
}

/** Stripe did not answer: whoever asked comes again, under the same keys. */
export class StripeUnreachable extends Error {
  override readonly name = "StripeUnreachable";
}

/** The value of what must work; a no of Stripe's is the caller's mistake, and no answer is StripeUnreachable. */
export function valueFrom<T>(outcome: Outcome<T>): T {
  if (outcome.kind === "done") return outcome.value;
  if (outcome.kind === "unreachable") throw new StripeUnreachable(outcome.words);
  throw new Error(`Stripe: ${outcome.words}`);
}

/** For a person who waits: a refusal in words. @throws Problem 409, 503 */
export function answerOf<T>(outcome: Outcome<T>): T {
  if (outcome.kind === "done") return outcome.value;
  throw new Problem(outcome.kind === "unreachable" ? 503 : 409, outcome.words);
}
