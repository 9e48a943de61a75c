import * as store from "#db/billing/payment-plans.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { MIN_INSTALLMENT_CENTS, planAmounts } from "#src/shared/installments.ts";
import { formatCents } from "#src/shared/money.ts";
import { omitUndefined } from "#src/shared/omit-undefined.ts";
import type { UuidPage } from "#src/shared/page-shape.ts";
import { fieldProblem, Problem } from "#src/shared/problem.ts";
import { requireUnchanged } from "#src/shared/unchanged.ts";
import type { NewPlan, Plan, PlanChange } from "./contract.ts";
import { getPlan, termsOf, toPlan } from "./payment-plans.ts";

export function listPlans(app: App, page: UuidPage): Plan[] {
  return store.pageOfPlans(app.db, page).map((row) => toPlan(app, row));
}

export function createPlan(app: App, actor: Staff, input: NewPlan): Plan {
  return inTransaction(app.db, () => {
    const id = Bun.randomUUIDv7();
    store.insertPlan(app.db, {
      ...fieldsOf(input),
      id,
      createdBy: actor.id,
      createdAt: app.now(),
    });
    record(app, actor, {
      action: "payment_plan.create",
      target: ["payment_plan", id],
      metadata: { name: input.name },
    });
    app.events.changed("plans");
    return toPlan(app, getPlan(app, id));
  });
}

/**
 * Admins may change and delete any plan. Its creator may while it has no subscribers.
 * @throws Problem 403, 404
 */
export function requireOwnPlan(app: App, actor: Staff, id: string): store.PaymentPlanRow {
  const plan = getPlan(app, id);
  if (actor.role === "admin" || (plan.createdBy === actor.id && plan.subscriberCount === 0))
    return plan;
  throw new Problem(
    403,
    "Only an administrator can change this payment plan. You can change your own while it has no subscribers.",
  );
}

/** @throws Problem 403, 404, 409 for other amounts once a client has signed up */
export function changePlan(
  app: App,
  actor: Staff,
  id: string,
  { was, ...change }: PlanChange,
): Plan {
  return inTransaction(app.db, () => {
    const before = requireOwnPlan(app, actor, id);
    requireUnchanged(toPlan(app, before), was, Object.keys(change));
    const fields = fieldsOf({ ...toNewPlan(before), ...omitUndefined(change) });
    if (before.subscriberCount > 0 && hasOtherAmounts(before, fields))
      throw new Problem(
        409,
        "Clients have signed up for this plan, so its amounts and dates can't be changed. Create a new plan instead.",
      );
    store.changePlan(app.db, id, fields, app.now());
    record(app, actor, {
      action: "payment_plan.update",
      target: ["payment_plan", id],
      metadata: { fields: Object.keys(change) },
    });
    app.events.changed("plans");
    return toPlan(app, getPlan(app, id));
  });
}

/** @throws Problem 403, 404, 409 if a client has signed up or is about to pay */
export function deletePlan(app: App, actor: Staff, id: string): void {
  inTransaction(app.db, () => {
    const { name, subscriberCount } = requireOwnPlan(app, actor, id);
    if (subscriberCount > 0)
      throw new Problem(
        409,
        "Clients have signed up for this plan, so it can't be deleted. Their agreements refer to it.",
      );
    if (!store.deletePlan(app.db, id))
      throw new Problem(409, "A client is about to pay for this plan. Try again in a day.");
    record(app, actor, {
      action: "payment_plan.delete",
      target: ["payment_plan", id],
      metadata: { name },
    });
    app.events.changed("plans");
  });
}

function toNewPlan(row: store.PaymentPlanRow): NewPlan {
  return {
    name: row.name,
    description: row.description,
    principalAmount: row.principal,
    feePercentage: row.feeBasisPoints,
    installmentCount: row.installmentCount,
    installmentInterval: row.installmentInterval,
    agreementText: row.agreementText,
  };
}

function fieldsOf(input: NewPlan): store.PlanFields {
  const { total, installment } = planAmounts({
    principal: input.principalAmount,
    feeBasisPoints: input.feePercentage,
    count: input.installmentCount,
    interval: input.installmentInterval,
  });
  if (installment < MIN_INSTALLMENT_CENTS) {
    const message = `Each installment must be at least ${formatCents(MIN_INSTALLMENT_CENTS)}. Choose fewer installments.`;
    throw fieldProblem(400, "installmentCount", message);
  }
  return {
    name: input.name,
    description: input.description,
    principal: input.principalAmount,
    feeBasisPoints: input.feePercentage,
    total,
    installmentCount: input.installmentCount,
    installmentInterval: input.installmentInterval,
    installment,
    agreementText: input.agreementText,
  };
}

function hasOtherAmounts(before: store.PaymentPlanRow, fields: store.PlanFields): boolean {
  const { principal, feeBasisPoints, count, interval } = termsOf(before);
  return (
    fields.principal !== principal ||
    fields.feeBasisPoints !== feeBasisPoints ||
    fields.installmentCount !== count ||
    fields.installmentInterval !== interval
  );
}
