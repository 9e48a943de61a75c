import { refundedCents } from "#db/billing/reversals.ts";
import { readState, writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";

/** A refund that is due to the client but that Stripe refuses for now. */
export interface OwedRefund {
  readonly paymentIntentId: string;
  readonly cents: number;
  readonly currency: string;
  /** Stripe's reason. */
  readonly message: string;
  /** The day of the last try, counted from 1970; absent in records of earlier versions. */
  readonly triedOn?: number;
  /** Settled once this many cents of the payment are refunded; absent in records of earlier versions, which any refund settles. */
  readonly until?: number;
  /** Of the first try: Stripe must see tries of one day as one. Absent in records of earlier versions. */
  readonly reason?: string;
  readonly cause?: RefundCause;
}

export type RefundCause = "duplicate" | "requested_by_customer";

const STATE = "owed-back";

/** Returns what is still owed, oldest first. A refund made in Stripe's dashboard counts too. */
export function listOwedRefunds({ db }: App): OwedRefund[] {
  return (readState<OwedRefund[]>(db, STATE) ?? []).flatMap((one) => {
    const refunded = refundedCents(db, one.paymentIntentId);
    if (one.until === undefined) return refunded > 0 ? [] : [one];
    return refunded < one.until ? [{ ...one, cents: one.until - refunded }] : [];
  });
}

/**
 * Records a refund that was not made yet, with what was owed of the payment before. An alert reports it until it succeeds.
 * Must run in a transaction.
 */
export function recordOwedRefund(
  app: App,
  owed: Omit<OwedRefund, "cents"> & { readonly until: number },
): void {
  const { paymentIntentId } = owed;
  const until = Math.max(owed.until, findOwedRefund(app, paymentIntentId)?.until ?? 0);
  const cents = until - refundedCents(app.db, paymentIntentId);
  writeState(app.db, STATE, [...withoutPayment(app, paymentIntentId), { ...owed, cents, until }]);
  publishRefunds(app);
}

export function findOwedRefund(app: App, paymentIntentId: string | null): OwedRefund | undefined {
  return listOwedRefunds(app).find((one) => one.paymentIntentId === paymentIntentId);
}

export function isRefundOwed(app: App, paymentIntentId: string | null): boolean {
  return findOwedRefund(app, paymentIntentId) !== undefined;
}

/** Removes a refund that succeeded, is no longer due, or was settled by hand. Returns it if it was owed. */
export function clearOwedRefund(app: App, paymentIntentId: string | null): OwedRefund | undefined {
  const owed = findOwedRefund(app, paymentIntentId);
  if (owed) writeState(app.db, STATE, withoutPayment(app, owed.paymentIntentId));
  return owed;
}

function withoutPayment(app: App, paymentIntentId: string): OwedRefund[] {
  return listOwedRefunds(app).filter((one) => one.paymentIntentId !== paymentIntentId);
}

/** Refunds are shown wherever their payments are. */
export function publishRefunds({ events }: App): void {
  for (const what of ["plan-subscriptions", "subscriptions", "payments", "appointments"] as const)
    events.changed(what);
}
