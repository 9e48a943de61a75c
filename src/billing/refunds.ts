import {
  BY_HAND,
  isOwnPayment,
  refundedCents,
  saveRefunds,
  saveReversal,
} from "#db/billing/reversals.ts";
import { whenFree, writeWhenFree } from "#db/connection.ts";
import { readState, writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";
import { requirePaymentsProvider, valueFrom } from "#src/billing/stripe-provider.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import type { PaymentsProvider, ProviderReversal } from "#src/platform/providers/payments.ts";
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
  /** Settled once this many cents of the payment are refunded; absent in records of earlier versions, which any refund settles. */
  readonly until?: number;
  /** Of the first try: Stripe must see tries of one day as one. Absent in records of earlier versions. */
  readonly reason?: string;
  readonly cause?: RefundCause;
}

type RefundCause = "duplicate" | "requested_by_customer";

type Due = Pick<OwedRefund, "paymentIntentId" | "cents" | "currency"> & { readonly until: number };

interface RefundTerms {
  /** Part of the idempotency key. */
  readonly reason: string;
  readonly cause?: RefundCause | undefined;
  /** Runs in the transaction that records the refund. */
  readonly onRefund?: (() => void) | undefined;
}

const STATE = "owed-back";
/** Ids of refunds whose failure was handled. */
const FAILED = "failed-refunds";

/**
 * Refunds what is left of a payment until `until` cents of it went back.
 * @throws StripeUnreachable
 */
export async function refundUntil(
  app: App,
  { paymentIntentId, currency, until }: Omit<Due, "cents">,
  { reason, cause, onRefund }: RefundTerms,
): Promise<"refunded" | "refused" | "disputed"> {
  if (isRefusedToday(app, paymentIntentId)) return "refused";
  const payments = await requirePaymentsProvider(app);
  // A reply may have been lost, and Stripe would make a second refund of a part. Someone may also have refunded there.
  await recordRefunds(app, payments, paymentIntentId);
  const cents = until - refundedCents(app.db, paymentIntentId);
  if (cents <= 0) return "refunded";
  const due = { paymentIntentId, cents, currency, until };
  const outcome = await refundPayment(app, payments, due, reason, cause);
  if (outcome.kind === "refused") return "refused";
  const made = valueFrom(outcome);
  if (made === "disputed") return "disputed";
  if (made === "refunded before") await recordRefunds(app, payments, paymentIntentId);
  else
    await writeWhenFree(app.db, () => {
      if (saveMadeRefund(app, due, made.id)) onRefund?.();
    });
  return "refunded";
}

/**
 * Refunds a part of a payment; the caller reads before what was refunded. A refusal is recorded as owed, raises an alert and
 * is tried again once a day. Stripe repeats a refusal for the same key for a day, so the key contains the day.
 */
export async function refundPayment(
  app: App,
  payments: PaymentsProvider,
  payment: Due,
  reason: string,
  cause: RefundCause = "requested_by_customer",
) {
  const today = Math.floor(app.now() / DAY_MS);
  const owed = listOwedRefunds(app).find(
    ({ paymentIntentId }) => paymentIntentId === payment.paymentIntentId,
  );
  if (owed?.triedOn === today) return { kind: "refused", message: owed.message } as const;
  const key = `${reason}-${today}`;
  const refunded = await payments.refund(payment.paymentIntentId, cause, key, payment.cents);
  if (refunded.kind === "refused" || refunded.kind === "missing") {
    const { message } = refunded;
    app.log("error", "Stripe refused a refund", {
      payment: payment.paymentIntentId,
      reason: message,
    });
    const tried = { message, triedOn: today, reason, cause };
    await whenFree(() => recordOwedRefund(app, { ...owed, ...payment, ...tried }));
    return { kind: "refused", message } as const;
  }
  if (refunded.kind === "done") await whenFree(() => clearOwedRefund(app, payment.paymentIntentId));
  return refunded;
}

/** Stores a refund that Stripe has just made. Returns false if it is known. */
export function saveMadeRefund(
  app: App,
  {
    paymentIntentId,
    cents: amount,
    currency,
  }: Pick<OwedRefund, "paymentIntentId" | "cents" | "currency">,
  id: string,
): boolean {
  const refund = { id, kind: "refund", paymentIntentId, amount, currency } as const;
  const state = { status: "refunded", reason: null, dueBy: null, eventAt: app.now() };
  app.events.changed("plan-subscriptions");
  app.events.changed("payments");
  return saveReversal(app.db, { ...refund, ...state });
}

/** Stores a refund that staff paid back outside Stripe, in the caller's transaction. `id` begins with what it is of. */
export function saveRefundByHand(
  app: App,
  id: string,
  { paymentIntentId, cents }: OwedRefund,
  currency: string,
): void {
  const refund = { kind: "refund", paymentIntentId, amount: cents, currency } as const;
  const state = { status: BY_HAND, reason: null, dueBy: null, eventAt: app.now() };
  saveReversal(app.db, { id: `by-hand-${id}-${app.now()}`, ...refund, ...state });
}

/** Makes an owed refund, unless something else has tried it today. */
export async function retryOwedRefund(app: App, owed: OwedRefund): Promise<void> {
  const { paymentIntentId, cents, until = cents, cause = "duplicate" } = owed;
  const { reason = `owed-${paymentIntentId}` } = owed;
  await refundUntil(app, { ...owed, until }, { reason, cause });
}

/**
 * Reads a payment's refunds from Stripe. A refund may fail weeks later, when the card is closed: it is owed again then.
 */
export async function recordRefunds(
  app: App,
  payments: PaymentsProvider,
  paymentIntentId: string,
): Promise<void> {
  const all = valueFrom(await payments.refundsOf(paymentIntentId));
  if (all.length === 0) return;
  await writeWhenFree(app.db, () => {
    const made = all.filter(({ status }) => status === "refunded");
    for (const { amount, currency } of saveRefunds(app.db, paymentIntentId, made))
      recordSystem(app, {
        action: "payment.refund",
        target: ["payment", paymentIntentId],
        metadata: { amount, currency, status: "refunded" },
      });
    for (const failed of all.filter(({ status }) => status !== "refunded"))
      recordFailedRefund(app, failed, made);
    app.events.changed("plan-subscriptions");
    app.events.changed("subscriptions");
    app.events.changed("payments");
  });
}

/** Idempotent. A refund of an account's other sales is none of Parlor's business. */
function recordFailedRefund(
  app: App,
  { id, paymentIntentId, amount, currency, reason, eventAt }: ProviderReversal,
  made: readonly ProviderReversal[],
): void {
  const handled = readState<string[]>(app.db, FAILED) ?? [];
  if (handled.includes(id) || !isOwnPayment(app.db, paymentIntentId)) return;
  writeState(app.db, FAILED, [...handled, id]);
  recordSystem(app, {
    action: "payment.refund_failed",
    target: ["payment", paymentIntentId],
    metadata: { amount, currency, reason },
  });
  const sum = (refunds: readonly ProviderReversal[]) =>
    refunds.reduce((cents, one) => cents + one.amount, 0);
  // Refunded again in the meantime.
  if (sum(made.filter((one) => one.eventAt > eventAt)) >= amount) return;
  recordOwedRefund(app, {
    paymentIntentId,
    cents: amount,
    currency,
    message: `The client's bank returned it${reason === null ? "" : ` (${reason.replaceAll("_", " ")})`}.`,
    triedOn: Math.floor(app.now() / DAY_MS),
    until: sum(made) + amount,
  });
  app.hooks.reopenDepositRefund(app, paymentIntentId);
}

/** Returns the refunds still owed, oldest first. A refund made in Stripe's dashboard counts too. */
export function listOwedRefunds({ db }: App): OwedRefund[] {
  const all = readState<OwedRefund[]>(db, STATE) ?? [];
  return all.filter(({ paymentIntentId, until = 1 }) => refundedCents(db, paymentIntentId) < until);
}

/** Records a refund that was not made yet. An alert reports it until it succeeds. Must run in a transaction. */
export function recordOwedRefund(app: App, owed: OwedRefund): void {
  writeState(app.db, STATE, [...withoutPayment(app, owed.paymentIntentId), owed]);
}

/** Whether Stripe refused today, so that it isn't asked again. */
function isRefusedToday(app: App, paymentIntentId: string): boolean {
  const today = Math.floor(app.now() / DAY_MS);
  return listOwedRefunds(app).some(
    (one) => one.paymentIntentId === paymentIntentId && one.triedOn === today,
  );
}

export function isRefundOwed(app: App, paymentIntentId: string | null): boolean {
  return listOwedRefunds(app).some((one) => one.paymentIntentId === paymentIntentId);
}

/** Removes a refund that succeeded, is no longer due, or was settled by hand. Returns it if it was owed. */
export function clearOwedRefund(app: App, paymentIntentId: string): OwedRefund | undefined {
  const all = readState<OwedRefund[]>(app.db, STATE);
  const owed = all?.find((one) => one.paymentIntentId === paymentIntentId);
  if (owed) writeState(app.db, STATE, withoutPayment(app, paymentIntentId));
  return owed;
}

function withoutPayment(app: App, paymentIntentId: string): OwedRefund[] {
  return listOwedRefunds(app).filter((one) => one.paymentIntentId !== paymentIntentId);
}
