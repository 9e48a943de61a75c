import type { Database } from "./connection.ts";

export type MembershipStatus = "pending" | "approved" | "rejected";

export interface MembershipRow {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** Cents a period. */
  readonly price: number;
  readonly billingFrequency: "week" | "month" | "year";
  readonly agreementText: string;
  readonly status: MembershipStatus;
  readonly createdBy: string | null;
  readonly approvedBy: string | null;
  readonly approvedAt: number | null;
  readonly stripePriceId: string | null;
  readonly subscriberCount: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

const COLUMNS = `id, name, description, price, billing_frequency as billingFrequency, agreement_text as agreementText,
  status, created_by as createdBy, approved_by as approvedBy, approved_at as approvedAt,
  stripe_price_id as stripePriceId, subscriber_count as subscriberCount, created_at as createdAt,
  updated_at as updatedAt`;

/** Newest first. */
export function allMemberships(db: Database): MembershipRow[] {
  return db
    .query<MembershipRow, []>(
      `select ${COLUMNS} from memberships order by created_at desc, id desc`,
    )
    .all();
}

export function findMembership(db: Database, id: string): MembershipRow | null {
  return db
    .query<MembershipRow, [string]>(`select ${COLUMNS} from memberships where id = ?`)
    .get(id);
}

export function insertMembership(
  db: Database,
  membership: Omit<MembershipRow, "stripePriceId" | "subscriberCount" | "updatedAt">,
): void {
  db.query(
    `insert into memberships (id, name, description, price, billing_frequency, agreement_text, status, created_by,
       approved_by, approved_at, created_at, updated_at)
     values ($id, $name, $description, $price, $billingFrequency, $agreementText, $status, $createdBy, $approvedBy,
       $approvedAt, $createdAt, $createdAt)`,
  ).run({ ...membership });
}

/** Name, price and frequency make another price at Stripe: the next client's checkout asks for it. */
export function changeMembership(
  db: Database,
  id: string,
  to: Pick<
    MembershipRow,
    "name" | "description" | "price" | "billingFrequency" | "agreementText" | "updatedAt"
  >,
): void {
  db.query(
    `update memberships set stripe_price_id = iif((name, price, billing_frequency) is ($name, $price, $billingFrequency),
         stripe_price_id, null),
       name = $name, description = $description, price = $price, billing_frequency = $billingFrequency,
       agreement_text = $agreementText, updated_at = $updatedAt
     where id = $id`,
  ).run({ ...to, id });
}

export function decideMembership(
  db: Database,
  id: string,
  decided: { status: "approved" | "rejected"; by: string; at: number },
): void {
  db.query(
    `update memberships set status = $status, approved_by = iif($status = 'approved', $by, null),
       approved_at = iif($status = 'approved', $at, null), updated_at = $at
     where id = $id`,
  ).run({ ...decided, id });
}

export function setMembershipPrice(db: Database, id: string, stripePriceId: string): void {
  db.query("update memberships set stripe_price_id = ? where id = ?").run(stripePriceId, id);
}

/** Only one that nobody ever bought. False when somebody did. */
export function deleteMembership(db: Database, id: string): boolean {
  return (
    db
      .query(
        `delete from memberships where id = ?1
           and not exists (select 1 from subscriptions where membership_id = ?1)`,
      )
      .run(id).changes > 0
  );
}
