import {
  type InstallmentRow,
  installmentsOf,
  markPaid,
  recordAttempts,
} from "#db/billing/installments.ts";
import {
  type PlanStatus,
  type PlanSubscriptionRow,
  setPlanState,
} from "#db/billing/plan-subscriptions.ts";
import type { App } from "#src/app.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import type { ProviderInvoice } from "#src/platform/providers/payments.ts";
import { notifyFailure } from "./notices.ts";

/** Stripe's scheduled attempts and manual charges count together. The third failure cancels the plan. */
export const MAX_FAILED_ATTEMPTS = 3;
const DECLINED = "The card was declined";

const UNSETTLED = new Set<ProviderInvoice["status"]>(["draft", "open", "uncollectible"]);

/** Counts the invoices that Stripe may still collect. */
export function countUnsettled(invoices: readonly ProviderInvoice[]): number {
  return invoices.filter(({ status }) => UNSETTLED.has(status)).length;
}

export function byAge(invoices: readonly ProviderInvoice[]): ProviderInvoice[] {
  return invoices.toSorted((one, other) => one.createdAt - other.createdAt);
}

/** Records the paid invoices of a plan that ends or has ended, in the caller's transaction. Returns the unpaid installments. */
export function applyPayments(
  app: App,
  plan: PlanSubscriptionRow,
  invoices: readonly ProviderInvoice[],
): InstallmentRow[] {
  for (const invoice of byAge(invoices))
    if (invoice.status === "paid") applyInvoice(app, plan.id, invoice);
  const unpaid = installmentsOf(app.db, plan.id).filter(({ status }) => status !== "paid");
  if (unpaid.length !== plan.remainingInstallments) {
    setPlanState(app.db, plan.id, {
      ...plan,
      remainingInstallments: unpaid.length,
      updatedAt: app.now(),
    });
    app.events.changed("plan-subscriptions", plan.id);
  }
  return unpaid;
}

/** Stores what became of a plan, in the caller's transaction. */
export function recordState(
  app: App,
  plan: PlanSubscriptionRow,
  unpaid: readonly InstallmentRow[],
  status: PlanStatus,
): void {
  const changed = setPlanState(app.db, plan.id, {
    status,
    remainingInstallments: unpaid.length,
    nextPaymentDate: status === "canceled" ? null : (unpaid[0]?.dueDate ?? null),
    completedAt: status === "completed" ? app.now() : null,
    canceledAt: status === "canceled" ? app.now() : null,
    cancelReason: status === "canceled" ? "Canceled at Stripe" : null,
    updatedAt: app.now(),
  });
  if (!changed) return;
  if (plan.status !== status)
    recordSystem(app, {
      action: "plan_subscription.status",
      target: ["plan_subscription", plan.id],
      metadata: { from: plan.status, to: status },
    });
  app.events.changed("plan-subscriptions", plan.id);
}

/** Applies one invoice. An invoice over zero pays no installment. */
export function applyInvoice(app: App, id: number, invoice: ProviderInvoice) {
  const now = app.now();
  const installments = installmentsOf(app.db, id);
  const due = installments.find(({ status }) => status !== "paid");
  const isKnown = installments.some(({ stripeInvoiceId }) => stripeInvoiceId === invoice.id);
  if (!due || isKnown || invoice.amountDue === 0) return undefined;
  if (invoice.status === "paid") {
    const paid = { invoiceId: invoice.id, paymentIntentId: invoice.paymentIntentId };
    if (markPaid(app.db, due.id, { ...paid, at: invoice.paidAt ?? now, now }))
      recordSystem(app, {
        action: "installment.paid",
        target: ["plan_subscription", id],
        metadata: { installment: due.sequenceNumber },
      });
  } else if (invoice.status === "open" && invoice.attempts > 0) {
    const attempt = { attempts: invoice.attempts, reason: DECLINED, now };
    const isNew = recordAttempts(app.db, due.id, attempt);
    const isLast = due.manualDeclines + invoice.attempts >= MAX_FAILED_ATTEMPTS;
    // The cancellation notice covers the last attempt.
    if (isNew && !isLast) return notifyFailure(app, id, due.sequenceNumber);
  }
  return undefined;
}

export function failedAttemptsOf(installment: InstallmentRow | undefined): number {
  return installment ? installment.scheduledAttempts + installment.manualDeclines : 0;
}
