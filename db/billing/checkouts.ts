import type { Database } from "#db/connection.ts";
import { phoneKey } from "#db/phone.ts";
import { count, exists, integer, phone, pluck, type RowOf, table, text } from "#db/rows.ts";

const checkouts = table("checkouts", {
  sessionId: text(),
  kind: text<"membership" | "plan">(),
  /** The membership's or plan's id. */
  subjectId: text(),
  agreementId: integer(),
  contactName: text(),
  /** E.164. */
  phone: phone(),
  email: text(),
  status: text<"open" | "fulfilled" | "expired" | "refunded">(),
  createdAt: integer(),
});

export type CheckoutRow = RowOf<typeof checkouts>;

export function insertCheckout(db: Database, checkout: Omit<CheckoutRow, "status">): void {
  checkouts.insert(db, { ...checkout, status: "open" });
}

export function findCheckout(db: Database, sessionId: string): CheckoutRow | null {
  return checkouts.find(db, "where session_id = ?", sessionId);
}

/** Returns checkouts that may have been paid unnoticed, oldest first. */
export function listOpenCheckouts(db: Database): string[] {
  return pluck<string>(
    db,
    "select session_id from checkouts where status = 'open' order by created_at",
  );
}

/** Returns the open checkouts of one signature. Once one is paid, the others must expire. */
export function listOpenCheckoutsOfAgreement(db: Database, agreementId: number): string[] {
  return pluck<string>(
    db,
    "select session_id from checkouts where agreement_id = ? and status = 'open'",
    agreementId,
  );
}

/** Returns the open checkouts of a membership or plan. */
export function listOpenCheckoutsOfOffer(db: Database, offerId: string): CheckoutRow[] {
  return checkouts.list(db, "where subject_id = ? and status = 'open'", offerId);
}

/** Counts all checkouts of an agreement, paid or not. */
export function countCheckouts(db: Database, agreementId: number): number {
  return count(db, "select count(*) from checkouts where agreement_id = ?", agreementId);
}

export function setCheckoutStatus(
  db: Database,
  sessionId: string,
  status: CheckoutRow["status"],
): void {
  db.query("update checkouts set status = ? where session_id = ?").run(status, sessionId);
}

const ERASED = "contact_name = 'Erased client', phone = 0, email = ''";

/** Removes erased clients from checkouts by their numbers. Returns the open ones, which keep them until they have ended. */
export function anonymizeCheckouts(db: Database, phones: readonly string[]): string[] {
  const keys = JSON.stringify(phones.map(phoneKey));
  db.query(
    `update checkouts set ${ERASED} where status <> 'open' and phone in (select value from json_each(?))`,
  ).run(keys);
  return pluck<string>(
    db,
    "select session_id from checkouts where status = 'open' and phone in (select value from json_each(?))",
    keys,
  );
}

/** Ends an erased client's checkout, without their details. */
export function anonymizeCheckout(db: Database, sessionId: string): void {
  db.query(`update checkouts set status = 'expired', ${ERASED} where session_id = ?`).run(
    sessionId,
  );
}

/** Returns false if the event was recorded before. */
export function recordStripeEvent(db: Database, id: string, now: number): boolean {
  return (
    db.query("insert or ignore into stripe_events (id, created_at) values (?, ?)").run(id, now)
      .changes > 0
  );
}

export function isKnownStripeEvent(db: Database, id: string): boolean {
  return exists(db, "select 1 from stripe_events where id = ?", id);
}

export function deleteStripeEventsBefore(db: Database, before: number): void {
  db.query("delete from stripe_events where created_at < ?").run(before);
}
