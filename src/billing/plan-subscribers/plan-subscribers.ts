import type { InstallmentRow } from "#db/billing/installments.ts";
import type { PlanSubscriberRow } from "#db/billing/plan-subscribers.ts";
import { NO_REVERSALS, type PaymentReversals } from "#src/billing/ledger/reversals.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { formatCents } from "#src/shared/money.ts";
import type { Installment, PlanSubscriber } from "./contract.ts";

export function toPlanSubscriber(
  row: PlanSubscriberRow,
  installments: readonly InstallmentRow[],
  reversed: ReadonlyMap<string, PaymentReversals>,
): PlanSubscriber {
  return {
    ...row,
    totalAmount: formatCents(row.total),
    installmentAmount: formatCents(row.installment),
    completedAt: toIso(row.completedAt),
    canceledAt: toIso(row.canceledAt),
    signedAt: toIso(row.signedAt),
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
    installments: installments.map((one) => toInstallment(one, reversed)),
  };
}

export function toInstallment(
  row: InstallmentRow,
  reversed: ReadonlyMap<string, PaymentReversals>,
): Installment {
  const { refunded, dispute } = reversed.get(row.stripePaymentIntentId ?? "") ?? NO_REVERSALS;
  return {
    ...row,
    amount: formatCents(row.amount),
    paidAt: toIso(row.paidAt),
    attemptCount: row.scheduledAttempts + row.manualDeclines,
    refundedAmount: refunded > 0 ? formatCents(refunded) : null,
    dispute,
  };
}
