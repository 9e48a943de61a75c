import { findReversal, type ReversalRow, saveReversal } from "#db/billing/reversals.ts";
import { writeWhenFree } from "#db/connection.ts";
import type { App } from "#src/app.ts";
import { publishRefunds } from "#src/billing/refund-turns.ts";
import { valueFrom } from "#src/billing/stripe-provider.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import type { PaymentsProvider, ProviderReversal } from "#src/platform/providers/payments.ts";
import { DAY_MS } from "#src/shared/durations.ts";

/** A refund may fail a month later, and a dispute may take half a year. */
const REREAD_MS = 365 * DAY_MS;

/** Records a dispute. It is matched to its payment on reading, because the payment may be recorded later. */
export async function recordReversal(app: App, reversal: ProviderReversal): Promise<void> {
  await writeWhenFree(app.db, () => {
    if (!saveReversal(app.db, reversal)) return;
    recordSystem(app, {
      action: `payment.${reversal.kind}`,
      target: ["payment", reversal.paymentIntentId],
      metadata: { amount: reversal.amount, currency: reversal.currency, status: reversal.status },
    });
    publishRefunds(app);
  });
}

/**
 * Reads recent refunds and disputes from Stripe, because their events may be lost. Records the disputes, and returns the
 * payments whose refunds have changed.
 */
export async function readReversals(app: App, payments: PaymentsProvider): Promise<string[]> {
  const now = app.now();
  const all = valueFrom(await payments.reversalsSince(now - REREAD_MS));
  const isKnown = ({ id, amount, status }: ProviderReversal) => {
    const known = findReversal(app.db, id);
    return known?.amount === amount && known.status === status;
  };
  const unknown = all.filter((one) => !isKnown(one));
  for (const one of unknown)
    if (one.kind === "dispute") await recordReversal(app, { ...one, eventAt: now });
  const refunds = unknown.filter(({ kind }) => kind === "refund");
  return [...new Set(refunds.map(({ paymentIntentId }) => paymentIntentId))];
}

export interface PaymentReversals {
  /** Refunded cents. */
  readonly refunded: number;
  /** Cents that the client's bank returned. */
  readonly lost: number;
  /** The state of a dispute with the client's bank. */
  readonly dispute: "open" | "won" | "lost" | null;
}

/** Sums up reversals by payment intent id. */
export function reversalsByPayment(
  reversals: readonly ReversalRow[],
): ReadonlyMap<string, PaymentReversals> {
  const payments = new Map<string, PaymentReversals>();
  for (const one of reversals) {
    const sums = payments.get(one.paymentIntentId) ?? NO_REVERSALS;
    const lost = sums.lost + (one.status === "lost" ? one.amount : 0);
    payments.set(
      one.paymentIntentId,
      one.kind === "refund"
        ? { ...sums, refunded: sums.refunded + one.amount }
        : { ...sums, lost, dispute: disputeState(one.status) },
    );
  }
  return payments;
}

export const NO_REVERSALS: PaymentReversals = { refunded: 0, lost: 0, dispute: null };

/** A closed warning did not become a dispute. */
function disputeState(status: string): PaymentReversals["dispute"] {
  if (status === "won" || status === "lost") return status;
  return status === "warning_closed" ? null : "open";
}
