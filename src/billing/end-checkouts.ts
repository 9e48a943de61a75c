import { type CheckoutRow, listOpenCheckoutsOfOffer } from "#db/billing/checkouts.ts";
import { writeWhenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { fulfillCheckout } from "#src/billing/stripe/fulfill.ts";
import { PAYABLE_MS } from "#src/billing/stripe-pages.ts";
import {
  findPaymentsProvider,
  StripeUnreachable,
  valueOrProblem,
} from "#src/billing/stripe-provider.ts";
import type { PaymentsProvider } from "#src/platform/providers/payments.ts";
import { formatTime } from "#src/platform/time.ts";
import { Problem } from "#src/shared/problem.ts";

/**
 * Ends the unpaid checkouts of a membership or plan, so that no one pays for what is gone, and runs `remove` in a transaction.
 * All are read before the first is ended, so that no client loses their page to an offer that stays. A checkout that was paid
 * is recorded.
 * @throws Problem of `requireUnsold`, 409 while a client may pay, 503 while Stripe doesn't answer
 */
export async function removeOffer(
  app: App,
  offerId: string,
  { requireUnsold, remove }: { readonly requireUnsold: () => void; readonly remove: () => void },
): Promise<void> {
  const payments = app.config.passive ? undefined : await findPaymentsProvider(app);
  const listOpen = () => listOpenCheckoutsOfOffer(app.db, offerId);
  requireUnsold();
  try {
    for (const one of listOpen()) await readCheckout(app, payments, one);
    requireUnsold();
    for (const one of listOpen()) await endCheckout(app, payments, one);
  } catch (error) {
    if (!(error instanceof StripeUnreachable)) throw error;
    throw new Problem(503, "Stripe didn't answer, so a client may still pay for this. Try again.");
  }
  await writeWhenFree(app.db, () => {
    requireUnsold();
    if (listOpen().some((one) => isPayable(app, one)))
      throw new Problem(409, "A client is signing up right now. Try again.");
    remove();
  });
}

async function readCheckout(
  app: App,
  payments: PaymentsProvider | undefined,
  checkout: CheckoutRow,
): Promise<void> {
  const found = await payments?.readCheckout(checkout.sessionId);
  if (found && found.kind !== "missing") {
    if (found.kind === "unreachable") throw new StripeUnreachable(found.message);
    valueOrProblem(found);
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

async function endCheckout(
  app: App,
  payments: PaymentsProvider | undefined,
  { sessionId }: CheckoutRow,
): Promise<void> {
  const outcome = await payments?.expireCheckout(sessionId);
  if (!outcome || outcome.kind === "missing") return;
  if (outcome.kind === "unreachable") throw new StripeUnreachable(outcome.message);
  // Stripe refuses to end what has ended.
  await fulfillCheckout(app, sessionId);
}

function isPayable(app: App, { createdAt }: CheckoutRow): boolean {
  return createdAt + PAYABLE_MS > app.now();
}
