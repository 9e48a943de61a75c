import { type CheckoutRow, listOpenCheckoutsOfOffer } from "#db/billing/checkouts.ts";
import { writeWhenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { fulfillCheckout } from "#src/billing/stripe/fulfill.ts";
import { PAYABLE_MS } from "#src/billing/stripe-pages.ts";
import {
  findPaymentsProvider,
  findStripeCheckout,
  StripeUnreachable,
} from "#src/billing/stripe-provider.ts";
import { formatTime } from "#src/platform/time.ts";
import { Problem } from "#src/shared/problem.ts";

/**
 * Ends the unpaid checkouts of a membership or plan, so that no one pays for what is gone, and runs `remove` in a transaction.
 * A checkout that was paid is recorded before.
 * @throws Problem 409 while a client may pay, 503 while Stripe doesn't answer
 */
export async function removeOffer(app: App, offerId: string, remove: () => void): Promise<void> {
  try {
    for (const one of listOpenCheckoutsOfOffer(app.db, offerId)) await endCheckout(app, one);
  } catch (error) {
    if (!(error instanceof StripeUnreachable)) throw error;
    throw new Problem(503, "Stripe didn't answer, so a client may still pay for this. Try again.");
  }
  await writeWhenFree(app.db, () => {
    if (listOpenCheckoutsOfOffer(app.db, offerId).some((one) => isPayable(app, one)))
      throw new Problem(409, "A client is signing up right now. Try again.");
    remove();
  });
}

async function endCheckout(app: App, checkout: CheckoutRow): Promise<void> {
  const payments = app.config.passive ? undefined : await findPaymentsProvider(app);
  const outcome = await payments?.expireCheckout(checkout.sessionId);
  if (outcome && outcome.kind !== "missing") {
    if (outcome.kind === "unreachable") throw new StripeUnreachable(outcome.message);
    // Stripe refuses to end what has ended, and everything for a wrong key.
    if (outcome.kind !== "done") await findStripeCheckout(app, checkout.sessionId);
    await fulfillCheckout(app, checkout.sessionId);
  } else if (isPayable(app, checkout)) {
    // It may be in an account that was connected before.
    const until = formatTime(app, checkout.createdAt + PAYABLE_MS, {
      month: "long",
      day: "numeric",
    });
    throw new Problem(
      409,
      `A client who signed may still pay until ${until}. Try again after that.`,
    );
  }
}

function isPayable(app: App, { createdAt }: CheckoutRow): boolean {
  return createdAt + PAYABLE_MS > app.now();
}
