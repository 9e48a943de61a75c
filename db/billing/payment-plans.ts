import type { Database } from "#db/connection.ts";
import type { Interval } from "#src/shared/installments.ts";
import type { UuidPage } from "#src/shared/page-shape.ts";

export interface PaymentPlanRow {
  readonly id: string;
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

export type PlanFields = Pick<
  PaymentPlanRow,
  | "name"
  | "description"
  | "principal"
  | "feeBasisPoints"
  | "total"
  | "installmentCount"
  | "installmentInterval"
  | "installment"
  | "agreementText"
>;

const COLUMNS = `id, name, description, principal, fee_basis_points as feeBasisPoints, total,
  installment_count as installmentCount, installment_interval as installmentInterval, installment,
  agreement_text as agreementText, stripe_product_id as stripeProductId, stripe_price_id as stripePriceId,
  stripe_price_currency as stripePriceCurrency, stripe_statement_name as stripeStatementName,
  created_by as createdBy, subscriber_count as subscriberCount, created_at as createdAt, updated_at as updatedAt`;

/** Newest first, after the plan `before`; none once that plan is deleted. */
export function pageOfPlans(db: Database, { before, limit }: UuidPage): PaymentPlanRow[] {
  return db
    .query<PaymentPlanRow, { before: string | null; limit: number }>(
      `select ${COLUMNS} from payment_plans
       where $before is null
         or (created_at, id) < (select created_at, id from payment_plans where id = $before)
       order by created_at desc, id desc limit $limit`,
    )
    .all({ before: before ?? null, limit });
}

export function findPlan(db: Database, id: string): PaymentPlanRow | null {
  return db
    .query<PaymentPlanRow, [string]>(`select ${COLUMNS} from payment_plans where id = ?`)
    .get(id);
}

export function insertPlan(
  db: Database,
  plan: PlanFields & { id: string; createdBy: string; createdAt: number },
): void {
  db.query(
    `insert into payment_plans (id, name, description, principal, fee_basis_points, total, installment_count,
       installment_interval, installment, agreement_text, created_by, created_at, updated_at)
     values ($id, $name, $description, $principal, $feeBasisPoints, $total, $installmentCount,
       $installmentInterval, $installment, $agreementText, $createdBy, $createdAt, $createdAt)`,
  ).run({ ...plan });
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
  db.query("update payment_plans set agreement_text = ?, updated_at = ? where id = ?").run(
    text,
    now,
    id,
  );
}

export function setPlanPrice(
  db: Database,
  id: string,
  price: { productId: string; priceId: string; currency: string; statementName: string },
): void {
  db.query(
    `update payment_plans set stripe_product_id = $productId, stripe_price_id = $priceId,
       stripe_price_currency = $currency, stripe_statement_name = $statementName where id = $id`,
  ).run({ ...price, id });
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
