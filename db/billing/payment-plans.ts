import type { Database } from "#db/connection.ts";
import { integer, orNull, type RowOf, table, text } from "#db/rows.ts";
import type { Interval } from "#src/shared/installments.ts";
import type { UuidPage } from "#src/shared/page-shape.ts";

const plans = table("payment_plans", {
  id: text(),
  name: text(),
  description: text(),
  /** Cents. */
  principal: integer(),
  feeBasisPoints: integer(),
  total: integer(),
  installmentCount: integer(),
  installmentInterval: text<Interval>(),
  /** Cents of every installment but the first. */
  installment: integer(),
  agreementText: text(),
  stripeProductId: orNull(text()),
  stripePriceId: orNull(text()),
  /** The currency of that price. */
  stripePriceCurrency: orNull(text()),
  stripeStatementName: text(),
  createdBy: orNull(text()),
  /** All subscribers ever. */
  subscriberCount: integer(),
  createdAt: integer(),
  updatedAt: integer(),
});

export type PaymentPlanRow = RowOf<typeof plans>;

/** What staff decide about a plan. */
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
  plans.insert(db, { ...plan, updatedAt: plan.createdAt });
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
  plans.update(db, id, { agreementText: text, updatedAt: now });
}

/** Stores Stripe's price unless the plan has changed since. */
export function setPlanPrice(
  db: Database,
  { id, updatedAt }: Pick<PaymentPlanRow, "id" | "updatedAt">,
  price: { productId: string; priceId: string; currency: string; statementName: string },
): void {
  db.query(
    `update payment_plans set stripe_product_id = $productId, stripe_price_id = $priceId,
       stripe_price_currency = $currency, stripe_statement_name = $statementName
     where id = $id and updated_at = $updatedAt`,
  ).run({ ...price, id, updatedAt });
}

/** The next sign-up for each plan creates its price again. */
export function clearPlanPrices(db: Database): void {
  db.run("update payment_plans set stripe_price_id = null where stripe_price_id is not null");
}

export function deletePlan(db: Database, id: string): void {
  db.query("delete from payment_plans where id = ?").run(id);
}
