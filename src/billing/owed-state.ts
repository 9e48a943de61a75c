import { isDisputeOpen, returnedCents } from "#db/billing/reversals.ts";
import { readState, writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { isRefundUnderWay, publishRefunds } from "./refund-turns.ts";

interface StoredRefund {
  readonly paymentIntentId: string;
  readonly cents: number;
  readonly currency: string;
  /** Stripe's reason. */
  readonly message: string;
  /** The day of the last try, counted from 1970; absent in records of earlier versions. */
  readonly triedOn?: number;
  /** Settled once the client has this many cents of the payment back; absent in records of earlier versions, which any refund settles. */
  readonly until?: number;
  /** Of the first try: Stripe must see tries of one day as one. Absent in records of earlier versions. */
  readonly reason?: string;
  readonly cause?: RefundCause;
  /** Since when it isn't known whether Stripe made it, in epoch milliseconds. */
  readonly unansweredSince?: number;
}

/** A refund that is due to the client but that Stripe refuses for now, or hasn't answered about. */
export interface OwedRefund extends StoredRefund {
  /** Stripe is asked for it or hasn't answered yet, so it may have been made. After a day without an answer it counts as failed. */
  readonly isUnanswered: boolean;
}

export type RefundCause = "duplicate" | "requested_by_customer";

const STATE = "owed-back";
export const NO_ANSWER = "Stripe hasn't answered yet.";

/** Returns what is still owed, oldest first. While a client's bank decides, Stripe refunds nothing, and nothing is owed. */
export function listOwedRefunds(app: App): OwedRefund[] {
  return readStored(app).flatMap((one) => {
    const { paymentIntentId, unansweredSince = -Infinity } = one;
    if (isDisputeOpen(app.db, paymentIntentId)) return [];
    const isUnanswered =
      isRefundUnderWay(app, paymentIntentId) || app.now() - unansweredSince < DAY_MS;
    return [{ ...one, isUnanswered }];
  });
}

/** A refund made in Stripe's dashboard counts too, and so does what the client's bank returned. */
function readStored({ db }: App): StoredRefund[] {
  return (readState<StoredRefund[]>(db, STATE) ?? []).flatMap((one) => {
    const returned = returnedCents(db, one.paymentIntentId);
    if (one.until === undefined) return returned > 0 ? [] : [one];
    return returned < one.until ? [{ ...one, cents: one.until - returned }] : [];
  });
}

/**
 * Records a refund that was not made yet, with what was owed of the payment before. An alert reports it until it succeeds.
 * Must run in a transaction.
 */
export function recordOwedRefund(
  app: App,
  owed: Omit<StoredRefund, "cents"> & { readonly until: number },
): void {
  const { paymentIntentId } = owed;
  const before = readStored(app).find((one) => one.paymentIntentId === paymentIntentId);
  const until = Math.max(owed.until, before?.until ?? 0);
  const cents = until - returnedCents(app.db, paymentIntentId);
  writeState(app.db, STATE, [...withoutPayment(app, paymentIntentId), { ...owed, cents, until }]);
  publishRefunds(app);
}

export function findOwedRefund(app: App, paymentIntentId: string | null): OwedRefund | undefined {
  return listOwedRefunds(app).find((one) => one.paymentIntentId === paymentIntentId);
}

/** Whether a refund was decided on and isn't made, also while the client's bank decides about the payment. */
export function isRefundAwaited(app: App, paymentIntentId: string | null): boolean {
  return readStored(app).some((one) => one.paymentIntentId === paymentIntentId);
}

/** Records that Stripe didn't answer when it was asked for an owed refund. Must run in a transaction. */
export function setRefundUnanswered(app: App, paymentIntentId: string): void {
  const stored = readStored(app);
  const mark = (one: StoredRefund): StoredRefund => ({
    ...one,
    message: NO_ANSWER,
    unansweredSince: app.now(),
  });
  writeState(
    app.db,
    STATE,
    stored.map((one) => (one.paymentIntentId === paymentIntentId ? mark(one) : one)),
  );
  publishRefunds(app);
}

/** Removes a refund that succeeded, is no longer due, or was settled by hand. Returns it if it was owed. */
export function clearOwedRefund(app: App, paymentIntentId: string | null): OwedRefund | undefined {
  const owed = findOwedRefund(app, paymentIntentId);
  const others = withoutPayment(app, paymentIntentId);
  if (others.length < readStored(app).length) writeState(app.db, STATE, others);
  return owed;
}

function withoutPayment(app: App, paymentIntentId: string | null): StoredRefund[] {
  return readStored(app).filter((one) => one.paymentIntentId !== paymentIntentId);
}
