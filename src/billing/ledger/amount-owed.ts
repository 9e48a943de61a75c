import { isRefunded } from "#db/billing/reversals.ts";
import { readState, writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";

/** A refund that is due to the client but that Stripe refuses for now. */
export interface OwedRefund {
  readonly paymentIntentId: string;
  readonly cents: number;
  readonly currency: string;
  /** Stripe's reason. */
  readonly message: string;
}

const STATE = "owed-back";

/** Returns the refunds still owed, oldest first. A refund made in Stripe's dashboard counts too. */
export function listOwedRefunds({ db }: App): OwedRefund[] {
  const all = readState<OwedRefund[]>(db, STATE) ?? [];
  return all.filter(({ paymentIntentId }) => !isRefunded(db, paymentIntentId));
}

/** Records a refused refund. An alert reports it until it succeeds. */
export function recordOwedRefund(app: App, owed: OwedRefund): void {
  writeState(app.db, STATE, [...withoutPayment(app, owed.paymentIntentId), owed]);
}

/** Removes a refund that succeeded or is no longer due. */
export function clearOwedRefund(app: App, paymentIntentId: string): void {
  if (
    readState<OwedRefund[]>(app.db, STATE)?.some((one) => one.paymentIntentId === paymentIntentId)
  )
    writeState(app.db, STATE, withoutPayment(app, paymentIntentId));
}

function withoutPayment(app: App, paymentIntentId: string): OwedRefund[] {
  return listOwedRefunds(app).filter((one) => one.paymentIntentId !== paymentIntentId);
}
