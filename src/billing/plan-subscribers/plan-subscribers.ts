import { type InstallmentRow, installmentsOfAll } from "#db/billing/installments.ts";
import {
  findPlanSubscriber,
  listPlanSubscribers,
  type PlanSubscriberRow,
} from "#db/billing/plan-subscribers.ts";
import { reversalsOfPlans } from "#db/billing/reversals.ts";
import type { App, Staff } from "#src/app.ts";
import { toAgreementReply } from "#src/billing/agreements/agreements.ts";
import { cancelPlan } from "#src/billing/ledger/cancel.ts";
import {
  NO_REVERSALS,
  type PaymentReversals,
  reversalsByPayment,
} from "#src/billing/ledger/reversals.ts";
import { StripeUnreachable } from "#src/billing/stripe-provider.ts";
import { requireNamesAndPhones } from "#src/platform/masking/masking.ts";
import type { FileReply } from "#src/shared/endpoint.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { formatCents } from "#src/shared/money.ts";
import type { Page } from "#src/shared/page-shape.ts";
import { Problem, requireFound } from "#src/shared/problem.ts";
import type { Installment, PlanSubscriber } from "./contract.ts";

function toPlanSubscriber(
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

export function listSubscribers(app: App, page: Page): PlanSubscriber[] {
  return toPlanSubscribers(app, listPlanSubscribers(app.db, page));
}

export function getSubscriber(app: App, id: number): PlanSubscriber {
  return toPlanSubscribers(app, [getSubscriberRow(app, id)])[0] as PlanSubscriber;
}

function toPlanSubscribers(app: App, rows: readonly PlanSubscriberRow[]): PlanSubscriber[] {
  const ids = rows.map(({ id }) => id);
  const installments = Map.groupBy(
    installmentsOfAll(app.db, ids),
    ({ subscriptionId }) => subscriptionId,
  );
  const reversed = reversalsByPayment(reversalsOfPlans(app.db, ids));
  return rows.map((row) => toPlanSubscriber(row, installments.get(row.id) ?? [], reversed));
}

/** @throws Problem 404, 409 when the plan has ended, 503 when Stripe did not answer */
export async function cancelByStaff(app: App, actor: Staff, id: number): Promise<PlanSubscriber> {
  const { status } = getSubscriberRow(app, id);
  if (status === "canceled" || status === "completed")
    throw new Problem(409, `This plan is already ${status}.`);
  try {
    await cancelPlan(app, id, { reason: "Canceled by staff", actor });
  } catch (error) {
    if (!(error instanceof StripeUnreachable)) throw error;
    throw new Problem(503, "Stripe didn't answer, so the plan may still be running. Try again.");
  }
  return getSubscriber(app, id);
}

/** @throws Problem 403 when the reader may not see names and numbers, 404 */
export async function getSignedAgreement(app: App, actor: Staff, id: number): Promise<FileReply> {
  requireNamesAndPhones(actor);
  return toAgreementReply(app, "payment-plan", getSubscriberRow(app, id));
}

function getSubscriberRow(app: App, id: number): PlanSubscriberRow {
  return requireFound(findPlanSubscriber(app.db, id), "This payment plan no longer exists.");
}
