import * as store from "#db/billing/payment-plans.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { LEAST_INSTALLMENT_CENTS, planAmounts } from "#src/shared/installments.ts";
import { amountOf } from "#src/shared/money.ts";
import { Problem } from "#src/shared/problem.ts";
import type { NewPlan, Plan, PlanChange } from "./contract.ts";
import { foundPlan, shownPlan, termsOf } from "./payment-plans.ts";

export function listPlans(app: App): Plan[] {
  return store.allPlans(app.db).map((row) => shownPlan(app, row));
}

export function createPlan(app: App, actor: Staff, wanted: NewPlan): Plan {
  return inTransaction(app.db, () => {
    const id = Bun.randomUUIDv7();
    store.insertPlan(app.db, {
      ...fieldsOf(wanted),
      id,
      createdBy: actor.id,
      createdAt: app.now(),
    });
    record(app, actor, {
      action: "payment_plan.create",
      target: ["payment_plan", id],
      metadata: { name: wanted.name },
    });
    app.events.changed("plans");
    return shownPlan(app, foundPlan(app, id));
  });
}

/** @throws Problem 404, 409 for other amounts once somebody has signed them */
export function changePlan(app: App, actor: Staff, id: string, change: PlanChange): Plan {
  return inTransaction(app.db, () => {
    const former = foundPlan(app, id);
    const fields = fieldsOf({ ...wantedOf(former), ...defined(change) });
    if (former.subscriberCount > 0 && hasOtherAmounts(former, fields))
      throw new Problem(
        409,
        "Clients have signed up for this plan, so its amounts and dates cannot be changed any more. Make a new plan instead.",
      );
    store.changePlan(app.db, id, fields, app.now());
    record(app, actor, {
      action: "payment_plan.update",
      target: ["payment_plan", id],
      metadata: { fields: Object.keys(change) },
    });
    app.events.changed("plans");
    return shownPlan(app, foundPlan(app, id));
  });
}

/** @throws Problem 404, 409 while there is somebody who signed up or is about to pay */
export function deletePlan(app: App, actor: Staff, id: string): void {
  inTransaction(app.db, () => {
    const { name, subscriberCount } = foundPlan(app, id);
    if (subscriberCount > 0)
      throw new Problem(
        409,
        "Clients have signed up for this plan, so it has to stay. Their agreements are about it.",
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

function wantedOf(row: store.PaymentPlanRow): NewPlan {
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

/** Zod leaves what was not sent as undefined, which would not keep what there is. */
function defined(change: PlanChange): Partial<NewPlan> {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}

function fieldsOf(wanted: NewPlan): store.PlanFields {
  const { total, installment } = planAmounts({
    principal: wanted.principalAmount,
    feeBasisPoints: wanted.feePercentage,
    count: wanted.installmentCount,
    interval: wanted.installmentInterval,
  });
  if (installment < LEAST_INSTALLMENT_CENTS) {
    const words = `Each installment must be at least ${amountOf(LEAST_INSTALLMENT_CENTS)}. Choose fewer installments.`;
    throw new Problem(400, words, { errors: { installmentCount: words } });
  }
  return {
    name: wanted.name,
    description: wanted.description,
    principal: wanted.principalAmount,
    feeBasisPoints: wanted.feePercentage,
    total,
    installmentCount: wanted.installmentCount,
    installmentInterval: wanted.installmentInterval,
    installment,
    agreementText: wanted.agreementText,
  };
}

function hasOtherAmounts(former: store.PaymentPlanRow, fields: store.PlanFields): boolean {
  const { principal, feeBasisPoints, count, interval } = termsOf(former);
  return (
    fields.principal !== principal ||
    fields.feeBasisPoints !== feeBasisPoints ||
    fields.installmentCount !== count ||
    fields.installmentInterval !== interval
  );
}
