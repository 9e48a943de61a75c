import type { Database } from "#db/connection.ts";
import { integer, orNull, type RowOf, table, text } from "#db/rows.ts";
import type { UuidPage } from "#src/shared/page-shape.ts";

const memberships = table("memberships", {
  id: text(),
  name: text(),
  description: text(),
  /** Cents per period. */
  price: integer(),
  billingFrequency: text<"week" | "month" | "year">(),
  agreementText: text(),
  status: text<"pending" | "approved" | "rejected">(),
  createdBy: orNull(text()),
  approvedBy: orNull(text()),
  approvedAt: orNull(integer()),
  createdAt: integer(),
  stripePriceId: orNull(text()),
  stripePriceCurrency: orNull(text()),
  /** The card statement name of that price. */
  stripeStatementName: text(),
  subscriberCount: integer(),
  updatedAt: integer(),
  /** Hidden since then; ended subscriptions still name it. */
  deletedAt: orNull(integer()),
});

export type MembershipRow = RowOf<typeof memberships>;

type MembershipFields = Pick<
  MembershipRow,
  "name" | "description" | "price" | "billingFrequency" | "agreementText"
>;
type NewMembership = MembershipFields &
  Pick<MembershipRow, "id" | "status" | "createdBy" | "approvedBy" | "approvedAt" | "createdAt">;

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
  memberships.insert(db, { ...membership, updatedAt: membership.createdAt });
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

/** The next checkout of each membership creates its price again. */
export function clearMembershipPrices(db: Database): void {
  db.run("update memberships set stripe_price_id = null where stripe_price_id is not null");
}

/** Deletes a membership. If it was ever bought, it is only hidden. */
export function deleteMembership(db: Database, id: string, now: number): void {
  const { changes } = db
    .query(
      `delete from memberships where id = ?1
         and not exists (select 1 from subscriptions where membership_id = ?1)`,
    )
    .run(id);
  if (changes === 0) memberships.update(db, id, { deletedAt: now });
}
