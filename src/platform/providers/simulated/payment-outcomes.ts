import type { PaymentOutcome } from "#src/platform/providers/payment-outcome.ts";

export const DECLINED = "Your card was declined.";
export const MISSING = { kind: "missing", message: "There's no such object." } as const;

export function done<T>(value: T): PaymentOutcome<T> {
  return { kind: "done", value };
}

export function toOutcome<Row, T>(
  row: Row | undefined,
  to: (row: Row) => T,
): Promise<PaymentOutcome<T>> {
  return Promise.resolve(row === undefined ? MISSING : done(to(row)));
}

const listNone = () => Promise.resolve(done([]));

/** Refunds of the demo arrive, and no one disputes a payment. */
export const NO_REVERSALS = { refundsOf: listNone, reversalsSince: listNone };
