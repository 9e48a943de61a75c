import { setIntentRefundsMade } from "#db/billing/payment-refunds.ts";
import { BY_HAND, findPayer, returnedCents, saveReversal } from "#db/billing/reversals.ts";
import { writeWhenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import {
  clearOwedRefund,
  findOwedRefund,
  listOwedRefunds,
  type OwedRefund,
} from "#src/billing/owed-state.ts";
import { inRefundTurn, isRefundUnderWay } from "#src/billing/refund-turns.ts";
import { tryRecordRefunds } from "#src/billing/refunds.ts";
import { record } from "#src/platform/audit/audit.ts";
import { admin, defineModule } from "#src/platform/http/routes.ts";
import { formatCents } from "#src/shared/money.ts";
import { Problem } from "#src/shared/problem.ts";
import { owedRefunds, type OwedRefund as Reply } from "./contract.ts";

export const owedRefundModule = defineModule(owedRefunds, {
  list: admin(({ app }) => listForStaff(app)),
  settleRefund: admin(({ app, actor, params, body }) =>
    settleByStaff(app, actor, { paymentIntentId: params.id, ...body }),
  ),
});

function listForStaff(app: App): Reply[] {
  const failed = listOwedRefunds(app).filter(({ isUnanswered }) => !isUnanswered);
  return failed.map(({ paymentIntentId, cents, currency, message }) => {
    const payer = findPayer(app.db, paymentIntentId);
    return {
      id: paymentIntentId,
      contactId: payer?.contactId ?? null,
      clientName: payer?.clientName ?? "Erased client",
      amount: formatCents(cents),
      currency,
      reason: message,
    };
  });
}

/** @throws Problem 409 when it isn't owed, when its amount has changed, or while Stripe is asked for it */
async function settleByStaff(app: App, actor: Staff, paidBack: PaidBack): Promise<void> {
  const { paymentIntentId } = paidBack;
  const isSettled = await settleOwedRefund(app, paidBack, ({ cents }) => {
    const [type, id] = findPayer(app.db, paymentIntentId)?.of ?? ["payment", paymentIntentId];
    record(app, actor, {
      action: `${type}.settle_refund`,
      target: [type, id],
      metadata: { cents },
    });
  });
  if (!isSettled) throw new Problem(409, "This refund isn't due anymore. Reload the page.");
}

interface PaidBack {
  readonly paymentIntentId: string;
  /** What staff saw as due. */
  readonly amount: string;
}

/**
 * Records that staff paid back a refund outside Stripe, which may be unable to: the card is closed. Whatever waited for that
 * refund is settled. `onSettle` runs in the same transaction. Returns false when it isn't owed.
 * @throws Problem 409 when its amount has changed, or while Stripe is asked for it
 */
export async function settleOwedRefund(
  app: App,
  { paymentIntentId, amount }: PaidBack,
  onSettle: (owed: OwedRefund) => void,
): Promise<boolean> {
  const before = findOwedRefund(app, paymentIntentId);
  if (!before) return false;
  if (isRefundUnderWay(app, paymentIntentId))
    throw new Problem(409, "We're asking Stripe to refund it right now. Try again in a minute.");
  return inRefundTurn(app, paymentIntentId, async () => {
    // Someone may have refunded it at Stripe. If Stripe doesn't answer, what staff say counts, unless it may have made the refund.
    if (!(await tryRecordRefunds(app, paymentIntentId)) && before.isUnanswered)
      throw new Problem(409, "Stripe hasn't answered about this refund yet. Try again tomorrow.");
    return writeWhenFree(app.db, () => {
      const owed = clearOwedRefund(app, paymentIntentId);
      if (!owed) return false;
      if (formatCents(owed.cents) !== amount)
        throw new Problem(409, "The amount has changed. Reload the page and check it again.");
      recordPaidBack(app, owed);
      onSettle(owed);
      return true;
    });
  });
}

function recordPaidBack(app: App, { paymentIntentId, cents: amount, currency }: OwedRefund): void {
  const now = app.now();
  saveReversal(app.db, {
    id: `by-hand-${paymentIntentId}-${now}`,
    kind: "refund",
    paymentIntentId,
    amount,
    currency,
    status: BY_HAND,
    reason: null,
    dueBy: null,
    eventAt: now,
  });
  setIntentRefundsMade(app.db, paymentIntentId, returnedCents(app.db, paymentIntentId), now);
  app.hooks.updateDepositRefund(app, paymentIntentId);
}
