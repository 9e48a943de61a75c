import type { Database } from "#db/connection.ts";
import { insertRow, reader, updateRow } from "#db/rows.ts";
import type { UuidPage } from "#src/shared/page-shape.ts";

type MembershipStatus = "pending" | "approved" | "rejected";

interface MembershipFields {
  readonly name: string;
  readonly description: string;
  /** Cents per period. */
  readonly price: number;
  readonly billingFrequency: "week" | "month" | "year";
  readonly agreementText: string;
}

interface NewMembership extends MembershipFields {
  readonly id: string;
  readonly status: MembershipStatus;
  readonly createdBy: string | null;
  readonly approvedBy: string | null;
  readonly approvedAt: number | null;
  readonly createdAt: number;
}

export interface MembershipRow extends NewMembership {
  readonly stripePriceId: string | null;
  readonly stripePriceCurrency: string | null;
  /** The card statement name of that price. */
  readonly stripeStatementName: string;
  readonly subscriberCount: number;
  readonly updatedAt: number;
}

const memberships = reader<MembershipRow>(
  `select id, name, description, price, billing_frequency, agreement_text, status, created_by,
    approved_by, approved_at, stripe_price_id, stripe_price_currency, stripe_statement_name,
    subscriber_count, created_at, updated_at
  from memberships`,
);

/** Newest first, after the membership `before`. */
export function pageOfMemberships(db: Database, { before, limit }: UuidPage): MembershipRow[] {
  return memberships.list(
    db,
    `where deleted_at is null and ($before is null
       or (created_at, id) < (select created_at, id from memberships where id = $before))
     order by created_at desc, id desc limit $limit`,
    { before: before ?? null, limit },
  );
}

/** The most offers that clients see on one page. */
const MAX_OFFERS = 100;

/** Returns the memberships that clients can join, cheapest first. */
export function approvedMemberships(db: Database): MembershipRow[] {
  return memberships.list(
    db,
    `where status = 'approved' and deleted_at is null
     order by price, id limit ?`,
    MAX_OFFERS,
  );
}

export function findMembership(db: Database, id: string): MembershipRow | null {
  return memberships.find(db, "where id = ? and deleted_at is null", id);
}

export function insertMembership(db: Database, membership: NewMembership): void {
  insertRow(db, "memberships", { ...membership, updatedAt: membership.createdAt });
}

/** A new name, price or frequency clears Stripe's price, which the next checkout creates again. */
export function changeMembership(
  db: Database,
  id: string,
  change: MembershipFields & { readonly updatedAt: number },
): void {
  db.query(
    `update memberships set stripe_price_id = iif((name, price, billing_frequency) is ($name, $price, $billingFrequency),
         stripe_price_id, null),
       name = $name, description = $description, price = $price, billing_frequency = $billingFrequency,
       agreement_text = $agreementText, updated_at = $updatedAt
     where id = $id`,
  ).run({ ...change, id });
}

export function decideMembership(
  db: Database,
  id: string,
  decision: { status: "approved" | "rejected"; by: string; at: number },
): void {
  db.query(
    `update memberships set status = $status, approved_by = iif($status = 'approved', $by, null),
       approved_at = iif($status = 'approved', $at, null), updated_at = $at
     where id = $id`,
  ).run({ ...decision, id });
}

/** Stores Stripe's price unless the membership has changed since. */
export function setMembershipPrice(
  db: Database,
  { id, updatedAt }: Pick<MembershipRow, "id" | "updatedAt">,
  price: { readonly priceId: string; readonly currency: string; readonly statementName: string },
): void {
  db.query(
    `update memberships set stripe_price_id = $priceId, stripe_price_currency = $currency,
       stripe_statement_name = $statementName where id = $id and updated_at = $updatedAt`,
  ).run({ ...price, id, updatedAt });
}

/** Deletes a membership. If it was ever bought, it is only hidden. */
export function deleteMembership(db: Database, id: string, now: number): void {
  const { changes } = db
    .query(
      `delete from memberships where id = ?1
         and not exists (select 1 from subscriptions where membership_id = ?1)`,
    )
    .run(id);
  if (changes === 0) updateRow(db, "memberships", id, { deletedAt: now });
}
