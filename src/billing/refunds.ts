import { isRefunded } from "#db/billing/reversals.ts";
import { whenFree } from "#db/connection.ts";
import { readState, writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";
import type { PaymentsProvider } from "#src/platform/providers/payments.ts";
import { DAY_MS } from "#src/shared/durations.ts";

/** A refund that is due to the client but that Stripe refuses for now. */
export interface OwedRefund {
  readonly paymentIntentId: string;
  readonly cents: number;
  readonly currency: string;
  /** Stripe's reason. */
  readonly message: string;
  /** The day of the last try, counted from 1970; absent in records of earlier versions. */
  readonly triedOn?: number;
}

const STATE = "owed-back";

/**
 * Refunds a payment in full. A refusal is recorded as owed, raises an alert and is tried again once a day. Stripe repeats
 * a refusal for the same key for a day, so the key contains the day. Stripe itself refuses a second full refund.
 */
export async function refundPayment(
  app: App,
  payments: PaymentsProvider,
  payment: Omit<OwedRefund, "message" | "triedOn">,
  reason: string,
  cause: "duplicate" | "requested_by_customer" = "duplicate",
) {
  const today = Math.floor(app.now() / DAY_MS);
  const owed = listOwedRefunds(app).find(
    ({ paymentIntentId }) => paymentIntentId === payment.paymentIntentId,
  );
  if (owed?.triedOn === today) return { kind: "refused", message: owed.message } as const;
  const key = `${reason}-${today}`;
  const refunded = await payments.refund(payment.paymentIntentId, cause, key);
  if (refunded.kind === "refused" || refunded.kind === "missing") {
    const { message } = refunded;
    app.log("error", "Stripe refused a refund", {
      payment: payment.paymentIntentId,
      reason: message,
    });
    await whenFree(() => recordOwedRefund(app, { ...payment, message, triedOn: today }));
    return { kind: "refused", message } as const;
  }
  if (refunded.kind === "done") await whenFree(() => clearOwedRefund(app, payment.paymentIntentId));
  return refunded;
}

/** Returns the refunds still owed, oldest first. A refund made in Stripe's dashboard counts too. */
export function listOwedRefunds({ db }: App): OwedRefund[] {
  const all = readState<OwedRefund[]>(db, STATE) ?? [];
  return all.filter(({ paymentIntentId }) => !isRefunded(db, paymentIntentId));
}

/** Records a refused refund. An alert reports it until it succeeds. */
function recordOwedRefund(app: App, owed: OwedRefund): void {
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
