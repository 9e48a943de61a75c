import { setIntentRefundsMade } from "#db/billing/payment-refunds.ts";
import { BY_HAND, findPayer, refundedCents, saveReversal } from "#db/billing/reversals.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import {
  clearOwedRefund,
  listOwedRefunds,
  type OwedRefund,
  publishRefunds,
} from "#src/billing/refunds.ts";
import { record } from "#src/platform/audit/audit.ts";
import { admin, defineModule } from "#src/platform/http/routes.ts";
import { formatCents } from "#src/shared/money.ts";
import { Problem } from "#src/shared/problem.ts";
import { owedRefunds, type OwedRefund as Reply } from "./contract.ts";

export const owedRefundModule = defineModule(owedRefunds, {
  list: admin(({ app }) => listForStaff(app)),
  settleRefund: admin(({ app, actor, params }) => settleByStaff(app, actor, params.id)),
});

function listForStaff(app: App): Reply[] {
  return listOwedRefunds(app).map(({ paymentIntentId, cents, currency, message }) => {
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

/** @throws Problem 409 when it isn't owed */
function settleByStaff(app: App, actor: Staff, paymentIntentId: string): void {
  inTransaction(app.db, () => {
    const owed = settleOwedRefund(app, paymentIntentId);
    if (!owed) throw new Problem(409, "This refund isn't due anymore. Reload the page.");
    const [type, id] = findPayer(app.db, paymentIntentId)?.of ?? ["payment", paymentIntentId];
    record(app, actor, {
      action: `${type}.settle_refund`,
      target: [type, id],
      metadata: { cents: owed.cents },
    });
  });
}

/**
 * Records in the caller's transaction that staff paid back a refund outside Stripe, which may be unable to: the card is
 * closed. Whatever waited for that refund is settled. Returns undefined when it isn't owed.
 */
export function settleOwedRefund(app: App, intent: string): OwedRefund | undefined {
  const owed = clearOwedRefund(app, intent);
  if (!owed) return undefined;
  const { paymentIntentId, cents: amount, currency } = owed;
  const now = app.now();
  saveReversal(app.db, {
    ...{ id: `by-hand-${paymentIntentId}-${now}`, kind: "refund", paymentIntentId },
    ...{ amount, currency, status: BY_HAND, reason: null, dueBy: null, eventAt: now },
  });
  setIntentRefundsMade(app.db, paymentIntentId, refundedCents(app.db, paymentIntentId), now);
  app.hooks.updateDepositRefund(app, paymentIntentId);
  publishRefunds(app);
  return owed;
}
