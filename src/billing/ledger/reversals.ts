import { keepReversal, type ReversalRow } from "#db/billing/reversals.ts";
import { inTransaction, whenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import type { ProviderReversal } from "#src/platform/providers/payments.ts";

/**
 * Money went back, or a client disputes it with the bank. Whose it was is found when it is shown, by the
 * payment: that may be written down after this.
 */
export async function noteReversal(app: App, told: ProviderReversal): Promise<void> {
  await whenFree(() =>
    inTransaction(app.db, () => {
      if (!keepReversal(app.db, told)) return;
      recordSystem(app, {
        action: `payment.${told.kind}`,
        target: ["payment", told.paymentIntentId],
        metadata: { amount: told.amount, currency: told.currency, status: told.status },
      });
      app.events.changed("plan-subscriptions");
      app.events.changed("subscriptions");
    }),
  );
}

/** What became of one payment since, as staff and the client read it. */
export interface Reversed {
  /** Cents that went back. */
  readonly refunded: number;
  /** The client's bank was asked for the money back. */
  readonly dispute: "open" | "won" | "lost" | null;
}

/** By the id of the payment. */
export function reversedPayments(reversals: readonly ReversalRow[]): ReadonlyMap<string, Reversed> {
  const payments = new Map<string, Reversed>();
  for (const one of reversals) {
    const { refunded, dispute } = payments.get(one.paymentIntentId) ?? NOTHING;
    payments.set(
      one.paymentIntentId,
      one.kind === "refund"
        ? { refunded: refunded + one.amount, dispute }
        : { refunded, dispute: standOf(one.status) },
    );
  }
  return payments;
}

export const NOTHING: Reversed = { refunded: 0, dispute: null };

/** A closed warning never became a dispute. */
function standOf(status: string): Reversed["dispute"] {
  if (status === "won" || status === "lost") return status;
  return status === "warning_closed" ? null : "open";
}
