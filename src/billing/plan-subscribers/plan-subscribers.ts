import { type InstallmentRow, installmentsOfAll } from "#db/billing/installments.ts";
import {
  findPlanSubscriber,
  listPastDueFirst,
  listPlanSubscribers,
  type PlanSubscriberRow,
} from "#db/billing/plan-subscribers.ts";
import { reversalsOfPlans } from "#db/billing/reversals.ts";
import type { App, Staff } from "#src/app.ts";
import { toAgreementReply } from "#src/billing/agreements/agreements.ts";
import { cancelPlan } from "#src/billing/ledger/cancel.ts";
import { chargeNow } from "#src/billing/ledger/charge.ts";
import {
  isLate,
  keepPayment,
  refundLatePayment,
  settleRefund,
} from "#src/billing/ledger/late-payments.ts";
import { NO_REVERSALS, reversalsByPayment } from "#src/billing/ledger/reversals.ts";
import { isRefundAwaited, listOwedRefunds } from "#src/billing/owed-state.ts";
import { StripeUnreachable } from "#src/billing/stripe-provider.ts";
import { defineModule, staff } from "#src/platform/http/routes.ts";
import { requireNamesAndPhones } from "#src/platform/masking/masking.ts";
import type { FileReply } from "#src/shared/endpoint.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { formatCents } from "#src/shared/money.ts";
import { Problem, requireFound } from "#src/shared/problem.ts";
import { type Installment, type List, type PlanSubscriber, planSubscribers } from "./contract.ts";

const PAGE = "/payment-plan-subscriptions";

export const planSubscriberModule = defineModule(planSubscribers, {
  list: staff(PAGE, ({ app, query }) => listSubscribers(app, query)),
  one: staff(PAGE, ({ app, id }) => getSubscriber(app, id)),
  cancel: staff(PAGE, ({ app, actor, id }) => cancelByStaff(app, actor, id)),
  triggerPayment: staff(PAGE, ({ app, actor, id }) => chargeNow(app, actor, id)),
  refundPayment: staff(PAGE, async ({ app, actor, id, body }) => {
    await refundLatePayment({ app, actor, id, ...body });
    return getSubscriber(app, id);
  }),
  keepPayment: staff(PAGE, ({ app, actor, id, body }) => {
    keepPayment({ app, actor, id, ...body });
    return getSubscriber(app, id);
  }),
  settleRefund: staff(PAGE, async ({ app, actor, id, body }) => {
    await settleRefund({ app, actor, id, ...body });
    return getSubscriber(app, id);
  }),
  agreement: staff(PAGE, ({ app, actor, id }) => getSignedAgreement(app, actor, id)),
});

function toPlanSubscriber(
  row: PlanSubscriberRow,
  installments: readonly Installment[],
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
    installments: [...installments],
  };
}

/** Converts the installments of plans, by the id of the plan subscription. */
export function toInstallments(
  app: App,
  plans: readonly Pick<PlanSubscriberRow, "id" | "status" | "canceledAt">[],
): ReadonlyMap<number, Installment[]> {
  const ids = plans.map(({ id }) => id);
  const rows = Map.groupBy(installmentsOfAll(app.db, ids), ({ subscriptionId }) => subscriptionId);
  const reversed = reversalsByPayment(reversalsOfPlans(app.db, ids));
  const owed = new Map(listOwedRefunds(app).map((one) => [one.paymentIntentId, one]));
  const toInstallment = (plan: (typeof plans)[number], row: InstallmentRow): Installment => {
    const payment = row.stripePaymentIntentId ?? "";
    const { refunded, lost, dispute } = reversed.get(payment) ?? NO_REVERSALS;
    const due = owed.get(payment);
    const refundOwed = due !== undefined;
    return {
      ...row,
      amount: formatCents(row.amount),
      paidAt: toIso(row.paidAt),
      attemptCount: row.scheduledAttempts + row.manualDeclines,
      refundedAmount: refunded > 0 ? formatCents(refunded) : null,
      lostAmount: lost > 0 ? formatCents(lost) : null,
      dispute,
      refundOwed,
      owedAmount: due?.isUnanswered === false ? formatCents(due.cents) : null,
      needsDecision:
        isLate(plan, row) &&
        row.decidedAt === null &&
        refunded === 0 &&
        lost < row.amount &&
        !isRefundAwaited(app, payment),
    };
  };
  return new Map(
    plans.map((plan) => [
      plan.id,
      (rows.get(plan.id) ?? []).map((row) => toInstallment(plan, row)),
    ]),
  );
}

function listSubscribers(app: App, page: List): PlanSubscriber[] {
  const list = page.first === "past_due" ? listPastDueFirst : listPlanSubscribers;
  return toPlanSubscribers(app, list(app.db, page));
}

function getSubscriber(app: App, id: number): PlanSubscriber {
  return toPlanSubscribers(app, [getSubscriberRow(app, id)])[0] as PlanSubscriber;
}

function toPlanSubscribers(app: App, rows: readonly PlanSubscriberRow[]): PlanSubscriber[] {
  const installments = toInstallments(app, rows);
  return rows.map((row) => toPlanSubscriber(row, installments.get(row.id) ?? []));
}

/** @throws Problem 404, 409 when the plan has ended, 503 when Stripe did not answer */
async function cancelByStaff(app: App, actor: Staff, id: number): Promise<PlanSubscriber> {
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
async function getSignedAgreement(app: App, actor: Staff, id: number): Promise<FileReply> {
  requireNamesAndPhones(actor);
  return toAgreementReply(app, "payment-plan", getSubscriberRow(app, id));
}

function getSubscriberRow(app: App, id: number): PlanSubscriberRow {
  return requireFound(findPlanSubscriber(app.db, id), "This payment plan no longer exists.");
}
