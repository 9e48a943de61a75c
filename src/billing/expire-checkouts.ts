import { anonymizeCheckout } from "#db/billing/checkouts.ts";
import { writeWhenFree } from "#db/connection.ts";
import { readState, writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";
import { findPaymentsProvider } from "#src/billing/stripe-provider.ts";

const PENDING = "checkouts-to-expire";

/** Has Stripe end the checkouts of an erased client soon, in the erasure's transaction, which never waits for Stripe. */
export function expireSoon(app: App, sessionIds: readonly string[]): void {
  if (sessionIds.length > 0) writeState(app.db, PENDING, [...listPending(app), ...sessionIds]);
}

/** Ends these checkouts. One that Stripe does not answer for is tried again. */
export async function expireCheckouts(app: App): Promise<void> {
  if (listPending(app).length === 0) return;
  const payments = await findPaymentsProvider(app);
  if (!payments) return;
  for (const id of listPending(app)) {
    let outcome = await payments.expireCheckout(id);
    // Stripe refuses to end what has ended.
    if (outcome.kind === "refused") outcome = await payments.readCheckout(id);
    if (outcome.kind === "unreachable" || outcome.kind === "refused") continue;
    if (outcome.kind === "done" && outcome.value.status === "open") continue;
    // The payment of a completed one still needs the details.
    const isPaid = outcome.kind === "done" && outcome.value.status === "complete";
    await writeWhenFree(app.db, () => {
      if (!isPaid) anonymizeCheckout(app.db, id);
      const others = listPending(app).filter((one) => one !== id);
      writeState(app.db, PENDING, others);
    });
  }
}

function listPending(app: App): readonly string[] {
  return readState<string[]>(app.db, PENDING) ?? [];
}
