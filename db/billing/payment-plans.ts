import type { Database } from "#db/connection.ts";
import { insertRow, reader, updateRow } from "#db/rows.ts";
import type { Interval } from "#src/shared/installments.ts";
import type { UuidPage } from "#src/shared/page-shape.ts";

export interface PlanFields {
  readonly name: string;
  readonly description: string;
  /** Cents. */
  readonly principal: number;
  readonly feeBasisPoints: number;
  readonly total: number;
  readonly installmentCount: number;
  readonly installmentInterval: Interval;
  /** Cents of every installment but the first. */
  readonly installment: number;
  readonly agreementText: string;
}

export interface PaymentPlanRow extends PlanFields {
  readonly id: string;
  readonly stripeProductId: string | null;
  readonly stripePriceId: string | null;
  /** The currency of that price. */
  readonly stripePriceCurrency: string | null;
  readonly stripeStatementName: string;
  readonly createdBy: string | null;
  /** All subscribers ever. */
  readonly subscriberCount: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const plans = reader<PaymentPlanRow>(
  `select id, name, description, principal, fee_basis_points, total, installment_count,
    installment_interval, installment, agreement_text, stripe_product_id, stripe_price_id,
    stripe_price_currency, stripe_statement_name, created_by, subscriber_count, created_at,
    updated_at
  from payment_plans`,
);

/** Newest first, after the plan `before`; none once that plan is deleted. */
export function pageOfPlans(db: Database, { before, limit }: UuidPage): PaymentPlanRow[] {
  return plans.list(
    db,
    `where $before is null
       or (created_at, id) < (select created_at, id from payment_plans where id = $before)
     order by created_at desc, id desc limit $limit`,
    { before: before ?? null, limit },
  );
}

/** The plans that clients can sign. */
export function plansWithAgreement(db: Database): PaymentPlanRow[] {
  return plans.list(db, "where agreement_text <> '' order by id");
}

export function findPlan(db: Database, id: string): PaymentPlanRow | null {
  return plans.find(db, "where id = ?", id);
}

export function insertPlan(
  db: Database,
  plan: PlanFields & { id: string; createdBy: string; createdAt: number },
): void {
  insertRow(db, "payment_plans", { ...plan, updatedAt: plan.createdAt });
}

export function changePlan(db: Database, id: string, fields: PlanFields, now: number): void {
  db.query(
    `update payment_plans set
       stripe_price_id = iif((name, installment, installment_interval) is ($name, $installment, $installmentInterval),
         stripe_price_id, null),
       name = $name, description = $description, principal = $principal, fee_basis_points = $feeBasisPoints,
       total = $total, installment_count = $installmentCount, installment_interval = $installmentInterval,
       installment = $installment, agreement_text = $agreementText, updated_at = $now
     where id = $id`,
  ).run({ ...fields, id, now });
}

export function setAgreementText(db: Database, id: string, text: string, now: number): void {
  updateRow(db, "payment_plans", id, { agreementText: text, updatedAt: now });
}

export function setPlanPrice(
  db: Database,
  id: string,
  price: { productId: string; priceId: string; currency: string; statementName: string },
): void {
  updateRow(db, "payment_plans", id, {
    stripeProductId: price.productId,
    stripePriceId: price.priceId,
    stripePriceCurrency: price.currency,
    stripeStatementName: price.statementName,
  });
}

/** Deletes a plan without subscribers and open checkouts. Returns false otherwise. */
export function deletePlan(db: Database, id: string): boolean {
  return (
    db
      .query(
        `delete from payment_plans where id = ?1
           and not exists (select 1 from payment_plan_subscriptions where payment_plan_id = ?1)
           and not exists (select 1 from checkouts where subject_id = ?1 and status = 'open')`,
      )
      .run(id).changes > 0
  );
}
