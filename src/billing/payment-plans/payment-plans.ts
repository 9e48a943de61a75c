import { findPlan, type PaymentPlanRow } from "#db/billing/payment-plans.ts";
import type { App } from "#src/app.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import {
  annualRate,
  dueDays,
  installmentAmounts,
  planAmounts,
  type PlanTerms as Terms,
} from "#src/shared/installments.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { lendingNote } from "#src/shared/lending.ts";
import { formatCents } from "#src/shared/money.ts";
import { requireFound } from "#src/shared/problem.ts";
import type { Costs, Plan, PlanTerms } from "./contract.ts";

/** @throws Problem 404 */
export function getPlan(app: App, id: string): PaymentPlanRow {
  return requireFound(findPlan(app.db, id), "Payment Plan Not Found");
}

export function toPlan(app: App, row: PaymentPlanRow): Plan {
  const terms = termsOf(row);
  return {
    ...toPlanTerms(row.name, row.description, terms),
    id: row.id,
    agreementText: row.agreementText,
    subscriberCount: row.subscriberCount,
    costs: costsOf(terms, businessDay(app)),
    lendingNote: lendingNote(terms),
    createdBy: row.createdBy,
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
  };
}

export function termsOf(
  row: Pick<
    PaymentPlanRow,
    "principal" | "feeBasisPoints" | "installmentCount" | "installmentInterval"
  >,
): Terms {
  return {
    principal: row.principal,
    feeBasisPoints: row.feeBasisPoints,
    count: row.installmentCount,
    interval: row.installmentInterval,
  };
}

export function toPlanTerms(name: string, description: string, terms: Terms): PlanTerms {
  const { total, installment, first } = planAmounts(terms);
  return {
    name,
    description,
    principalAmount: formatCents(terms.principal),
    feePercentage: formatCents(terms.feeBasisPoints),
    totalAmount: formatCents(total),
    installmentCount: terms.count,
    installmentInterval: terms.interval,
    installmentAmount: formatCents(installment),
    firstInstallmentAmount: formatCents(first),
  };
}

export function costsOf(terms: Terms, firstDay: string): Costs {
  const { fee, total } = planAmounts(terms);
  const rate = annualRate(terms);
  const days = dueDays(firstDay, terms);
  return {
    amountFinanced: formatCents(terms.principal),
    financeCharge: formatCents(fee),
    totalOfPayments: formatCents(total),
    effectiveApr: rate === undefined ? null : (rate * 100).toFixed(2),
    schedule: installmentAmounts(terms).map((amount, at) => ({
      sequenceNumber: at + 1,
      dueDate: days[at] ?? "",
      amount: formatCents(amount),
    })),
  };
}
