import {
  findPaidCents,
  lostCents,
  returnedCents,
  saveRefunds,
  saveReversal,
} from "#db/billing/reversals.ts";
import { writeWhenFree } from "#db/connection.ts";
import { readState, writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";
import {
  findPaymentsProvider,
  requirePaymentsProvider,
  valueFrom,
} from "#src/billing/stripe-provider.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import type { PaymentOutcome } from "#src/platform/providers/payment-outcome.ts";
import type { PaymentsProvider, ProviderReversal } from "#src/platform/providers/payments.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import {
  clearOwedRefund,
  findOwedRefund,
  type OwedRefund,
  type RefundCause,
  recordOwedRefund,
  setRefundUnanswered,
} from "./owed-state.ts";
import { inRefundTurn, publishRefunds } from "./refund-turns.ts";

type RefundSum = Pick<OwedRefund, "paymentIntentId" | "currency"> & { readonly until: number };

interface RefundTerms {
  /** Part of the idempotency key. */
  readonly reason: string;
  readonly cause?: RefundCause | undefined;
  /** Runs in the transaction that records the refund of these cents. */
  readonly onRefund?: ((cents: number) => void) | undefined;
}

/** Ids of refunds whose failure was handled. */
const FAILED = "failed-refunds";

/**
 * Refunds what is left of a payment until the client has `until` cents of it back. A refusal is recorded as owed, raises an alert and is
 * tried again once a day. Stripe repeats a refusal for the same key for a day, so the key contains the day.
 * @throws Problem 409 if Stripe is not set up, StripeUnreachable
 */
export async function refundUntil(
  app: App,
  due: RefundSum,
  terms: RefundTerms,
): Promise<"refunded" | "refused" | "disputed"> {
  return inRefundTurn(app, due.paymentIntentId, () => askStripe(app, due, terms));
}

async function askStripe(
  app: App,
  due: RefundSum,
  { reason, cause = "requested_by_customer", onRefund }: RefundTerms,
) {
  const { paymentIntentId, currency, until } = due;
  if (returnedCents(app.db, paymentIntentId) >= until) return "refunded";
  const today = Math.floor(app.now() / DAY_MS);
  const owe = (owed: Pick<OwedRefund, "message" | "triedOn" | "unansweredSince">) =>
    writeWhenFree(app.db, () => recordOwedRefund(app, { ...due, ...owed, reason, cause }));
  const refuse = async (message: string, { unansweredSince }: Partial<OwedRefund> = {}) => {
    app.log("error", "Stripe refused a refund", { payment: paymentIntentId, reason: message });
    await owe({
      message,
      triedOn: today,
      ...(unansweredSince !== undefined && { unansweredSince }),
    });
    return "refused" as const;
  };
  const isRefusedToday = async () => {
    const owed = findOwedRefund(app, paymentIntentId);
    if (owed?.triedOn !== today) return false;
    // More of the payment may be due since.
    if ((owed.until ?? until) < until) await refuse(owed.message);
    return true;
  };
  if (await isRefusedToday()) return "refused";
  const payments = await requirePaymentsProvider(app);
  // A reply may have been lost, and Stripe would make a second refund of a part. Someone may also have refunded there.
  const known = await payments.refundsOf(paymentIntentId);
  const unread = refusalOf(known);
  // A try without an answer may have been made all the same.
  if (unread !== undefined) return refuse(unread, findOwedRefund(app, paymentIntentId));
  await recordRefundsOf(app, paymentIntentId, valueFrom(known));
  const amount = until - returnedCents(app.db, paymentIntentId);
  if (amount <= 0) return "refunded";
  // The client's bank may have returned it.
  if (await isRefusedToday()) return "refused";
  const outcome = await payments.refund(paymentIntentId, cause, `${reason}-${today}`, amount);
  if (outcome.kind === "unreachable")
    await writeWhenFree(app.db, () => setRefundUnanswered(app, paymentIntentId));
  const refusal = refusalOf(outcome);
  if (refusal !== undefined) return refuse(refusal);
  const made = valueFrom(outcome);
  if (made === "disputed") {
    // The bank has decided about a part, and Stripe doesn't refund the rest.
    if (lostCents(app.db, paymentIntentId) > 0)
      return refuse("Stripe doesn't refund a payment after a lost dispute.");
    // Due again if the salon wins. It hasn't failed: we may not have read of the dispute yet, which is known by tomorrow.
    const message = "It couldn't be made during the client's dispute.";
    await owe({ message, unansweredSince: app.now() });
    return made;
  }
  await writeWhenFree(app.db, () => {
    clearOwedRefund(app, paymentIntentId);
    if (typeof made === "string") return;
    const refund = { id: made.id, kind: "refund", paymentIntentId, amount, currency } as const;
    const state = { status: "refunded", reason: null, dueBy: null, eventAt: app.now() };
    if (saveReversal(app.db, { ...refund, ...state })) onRefund?.(amount);
  });
  if (made === "refunded before") await recordRefunds(app, payments, paymentIntentId);
  return "refunded";
}

function refusalOf(outcome: PaymentOutcome<unknown>): string | undefined {
  return outcome.kind === "done" || outcome.kind === "unreachable" ? undefined : outcome.message;
}

/** Makes an owed refund, unless something else has tried it today. */
export async function retryOwedRefund(app: App, owed: OwedRefund): Promise<void> {
  const { paymentIntentId, currency, cents, until = cents, cause = "duplicate" } = owed;
  const { reason = `owed-${paymentIntentId}` } = owed;
  const onRefund = (amount: number) => recordRefund(app, { paymentIntentId, amount, currency });
  await refundUntil(app, { paymentIntentId, currency, until }, { reason, cause, onRefund });
}

/**
 * Reads a payment's refunds from Stripe. A refund may fail weeks later, when the card is closed: it is owed again then.
 */
export async function recordRefunds(
  app: App,
  payments: PaymentsProvider,
  paymentIntentId: string,
): Promise<void> {
  await recordRefundsOf(app, paymentIntentId, valueFrom(await payments.refundsOf(paymentIntentId)));
}

/** As `recordRefunds`, but returns false when Stripe doesn't answer. */
export async function tryRecordRefunds(app: App, paymentIntentId: string): Promise<boolean> {
  const payments = await findPaymentsProvider(app);
  const known = await payments?.refundsOf(paymentIntentId);
  if (known?.kind !== "done") return false;
  await recordRefundsOf(app, paymentIntentId, known.value);
  return true;
}

async function recordRefundsOf(
  app: App,
  paymentIntentId: string,
  all: readonly ProviderReversal[],
): Promise<void> {
  if (all.length === 0) return;
  await writeWhenFree(app.db, () => {
    const made = all.filter(({ status }) => status === "refunded");
    for (const one of saveRefunds(app.db, paymentIntentId, made)) recordRefund(app, one);
    const failed = all.filter(({ status }) => status !== "refunded");
    const owed = failed.filter((one) => recordFailedRefund(app, one, made));
    oweAgain(app, owed);
    publishRefunds(app);
  });
}

function recordRefund(
  app: App,
  refund: Pick<ProviderReversal, "paymentIntentId" | "amount" | "currency">,
): void {
  const { paymentIntentId, amount, currency } = refund;
  recordSystem(app, {
    action: "payment.refund",
    target: ["payment", paymentIntentId],
    metadata: { amount, currency, status: "refunded" },
  });
}

/**
 * Records a failed refund once, and returns whether it is owed again by that. A refund of an account's other sales is none of
 * Parlor's business.
 */
function recordFailedRefund(
  app: App,
  { id, paymentIntentId, amount, currency, reason, eventAt }: ProviderReversal,
  made: readonly ProviderReversal[],
): boolean {
  const handled = readState<string[]>(app.db, FAILED) ?? [];
  if (handled.includes(id) || findPaidCents(app.db, paymentIntentId) === undefined) return false;
  writeState(app.db, FAILED, [...handled, id]);
  recordSystem(app, {
    action: "payment.refund_failed",
    target: ["payment", paymentIntentId],
    metadata: { amount, currency, reason },
  });
  // Not if it was refunded again in the meantime.
  return sumOf(made.filter((one) => one.eventAt > eventAt)) < amount;
}

function sumOf(refunds: readonly ProviderReversal[]): number {
  return refunds.reduce((cents, { amount }) => cents + amount, 0);
}

/** Owes the sum of refunds of one payment that failed. */
function oweAgain(app: App, failed: readonly ProviderReversal[]): void {
  const [first] = failed;
  if (!first) return;
  const { paymentIntentId, currency, reason } = first;
  recordOwedRefund(app, {
    paymentIntentId,
    currency,
    message: `The client's bank returned it${reason === null ? "" : ` (${reason.replaceAll("_", " ")})`}.`,
    triedOn: Math.floor(app.now() / DAY_MS),
    // The bank may have returned the same money after a dispute.
    until: Math.min(
      returnedCents(app.db, paymentIntentId) + sumOf(failed),
      findPaidCents(app.db, paymentIntentId) ?? Infinity,
    ),
  });
  app.hooks.updateDepositRefund(app, paymentIntentId);
}
