import { clearDecided, setDecided } from "#db/billing/payment-decisions.ts";
import * as refunds from "#db/billing/payment-refunds.ts";
import { findPayment, type PaymentRow, totalOf, withdrawPayment } from "#db/billing/payments.ts";
import { lostCents } from "#db/billing/reversals.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { isRefundAwaited } from "#src/billing/owed-state.ts";
import { record } from "#src/platform/audit/audit.ts";
import { UNDO_MS } from "#src/shared/constants.ts";
import { formatMoney, parseCents } from "#src/shared/money.ts";
import { fieldProblem, Problem, requireFound } from "#src/shared/problem.ts";
import type { Payment } from "./contract.ts";
import { publish } from "./publish.ts";
import { findOpenRefund, needsDecision, refundableOf, toPayment } from "./to-payment.ts";

/**
 * Decides to refund a payment, in full or a part of it. It leaves ten seconds later.
 * @throws Problem 400 for more than was paid, 404, 409
 */
export function requestRefund(
  app: App,
  actor: Staff,
  id: number,
  { amount }: { readonly amount?: string | undefined },
): Payment {
  return inTransaction(app.db, () => {
    const payment = getPaid(app, id);
    if (findOpenRefund(app, payment) || isRefundAwaited(app, payment.stripePaymentIntentId))
      throw new Problem(409, "This payment is already being refunded.");
    const lost = lostCents(app.db, payment.stripePaymentIntentId);
    const left = refundableOf(app, payment);
    const cents = amount === undefined ? left : (parseCents(amount) ?? 0);
    if (left === 0)
      throw new Problem(
        409,
        lost > 0
          ? "The client's bank has already returned this payment."
          : "This payment is already refunded.",
      );
    if (cents < 1 || cents > left)
      throw fieldProblem(
        400,
        "amount",
        lost > 0
          ? `The client's bank returned a part. You can refund up to ${formatMoney(left, payment.currency)}.`
          : "You can't refund more than was paid.",
      );
    const now = app.now();
    if (payment.isLate === 1) setDecided(app.db, id, now);
    refunds.insertPaymentRefund(app.db, {
      paymentId: id,
      stripePaymentIntentId: payment.stripePaymentIntentId,
      cents,
      untilCents: totalOf(payment) - left + cents,
      askedBy: actor.id,
      createdAt: now,
      dueAt: now + UNDO_MS,
    });
    return recordChoice(app, actor, payment, "payment.request_refund", cents);
  });
}

/**
 * Takes a refund back that hasn't left: of the payment, or else of what it left of deposits. Staff who were asked about the
 * payment are asked again. One of nothing but a deposit is taken back too, so that the visit can be paid.
 * @throws Problem 404, 409 when it is too late
 */
export function undoRefund(app: App, actor: Staff, id: number): Payment {
  return inTransaction(app.db, () => {
    const payment = getPaid(app, id);
    const own = findOpenRefund(app, payment);
    const undone = (own ? [own] : refunds.refundsOfPayment(app.db, id)).filter(
      (one) => one.dueAt > app.now() && refunds.deletePaymentRefund(app.db, one.id),
    );
    const [first] = undone;
    if (!first) throw new Problem(409, "This refund can't be undone anymore.");
    clearDecided(app.db, id, first.createdAt);
    if (totalOf(payment) === 0) withdrawPayment(app.db, id, app.now());
    const cents = undone.reduce((sum, one) => sum + one.cents, 0);
    return recordChoice(app, actor, payment, "payment.undo_refund", cents);
  });
}

/** Keeps a payment about which staff are asked. Idempotent. @throws Problem 404, 409 */
export function keepPayment(app: App, actor: Staff, id: number): Payment {
  return inTransaction(app.db, () => {
    const payment = getPaid(app, id);
    if (payment.decidedAt === null && !needsDecision(app, payment))
      throw new Problem(409, "There is nothing to decide about this payment.");
    if (!setDecided(app.db, id, app.now())) return toPayment(app, payment);
    return recordChoice(app, actor, payment, "payment.keep", totalOf(payment));
  });
}

function getPaid(app: App, id: number): PaymentRow {
  const payment = getRow(app, id);
  if (payment.status !== "paid") throw new Problem(409, "This payment hasn't been made.");
  return payment;
}

function recordChoice(
  app: App,
  actor: Staff,
  { id }: PaymentRow,
  action: string,
  cents: number,
): Payment {
  record(app, actor, { action, target: ["payment", id], metadata: { cents } });
  publish(app, id);
  return toPayment(app, getRow(app, id));
}

function getRow(app: App, id: number): PaymentRow {
  return requireFound(findPayment(app.db, id), "This payment no longer exists.");
}
