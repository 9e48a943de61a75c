import { findPlan, type PaymentPlanRow, plansWithAgreement } from "#db/billing/payment-plans.ts";
import type { App } from "#src/app.ts";
import { businessDay, getSettings } from "#src/platform/settings/settings.ts";
import { contradictionIn, creditAmounts, planTerms } from "#src/shared/agreement-terms.ts";
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

/** Why the plan's text can't be offered, as staff read it; undefined if it fits. */
export function contradictionOf(
  app: App,
  plan: Pick<PaymentPlanRow, "name" | "description" | "agreementText" | TermFields>,
): string | undefined {
  const terms = planTerms(termsOf(plan), getSettings(app).currency);
  return contradictionIn(plan.agreementText, { ...plan, terms });
}

export function toPlan(app: App, row: PaymentPlanRow): Plan {
  const terms = termsOf(row);
  return {
    ...row,
    ...toPlanTerms(row.name, row.description, terms),
    costs: costsOf(terms, businessDay(app)),
    lendingNote: lendingNote(terms),
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
  };
}

/** The names of plans that clients can't sign, because their text contradicts the amounts. */
export function listContradictory(app: App): string[] {
  return plansWithAgreement(app.db)
    .filter((plan) => contradictionOf(app, plan) !== undefined)
    .map(({ name }) => name);
}

type TermFields = "principal" | "feeBasisPoints" | "installmentCount" | "installmentInterval";

export function termsOf(row: Pick<PaymentPlanRow, TermFields>): Terms {
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
  const { fee } = planAmounts(terms);
  const { amountFinanced, totalOfPayments } = creditAmounts(terms);
  const rate = annualRate(terms);
  const days = dueDays(firstDay, terms);
  return {
    amountFinanced: formatCents(amountFinanced),
    financeCharge: formatCents(fee),
    totalOfPayments: formatCents(totalOfPayments),
    effectiveApr: rate === undefined ? null : (rate * 100).toFixed(2),
    schedule: installmentAmounts(terms).map((amount, at) => ({
      sequenceNumber: at + 1,
      dueDate: days[at] ?? "",
      amount: formatCents(amount),
    })),
  };
}
