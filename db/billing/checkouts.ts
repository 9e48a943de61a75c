import type { Database } from "#db/connection.ts";
import { phoneKey, phoneText } from "#db/phone.ts";

export interface CheckoutRow {
  readonly sessionId: string;
  readonly kind: "membership" | "plan";
  /** The membership's or plan's id. */
  readonly subjectId: string;
  readonly agreementId: number;
  readonly contactName: string;
  /** E.164. */
  readonly phone: string;
  readonly email: string;
  readonly status: "open" | "fulfilled" | "expired" | "refunded";
  readonly createdAt: number;
}

interface Stored extends Omit<CheckoutRow, "phone"> {
  readonly phone: number;
}

const COLUMNS = `session_id as sessionId, kind, subject_id as subjectId, agreement_id as agreementId,
  contact_name as contactName, phone, email, status, created_at as createdAt`;

export function insertCheckout(db: Database, checkout: Omit<CheckoutRow, "status">): void {
  db.query(
    `insert into checkouts (session_id, kind, subject_id, agreement_id, contact_name, phone, email, status, created_at)
     values ($sessionId, $kind, $subjectId, $agreementId, $contactName, $phone, $email, 'open', $createdAt)`,
  ).run({ ...checkout, phone: phoneKey(checkout.phone) });
}

export function findCheckout(db: Database, sessionId: string): CheckoutRow | null {
  const row = db
    .query<Stored, [string]>(`select ${COLUMNS} from checkouts where session_id = ?`)
    .get(sessionId);
  return row && { ...row, phone: phoneText(row.phone) };
}

/** Returns checkouts that may have been paid unnoticed, oldest first. */
export function listOpenCheckouts(db: Database): string[] {
  return db
    .query<{ id: string }, []>(
      "select session_id as id from checkouts where status = 'open' order by created_at",
    )
    .all()
    .map(({ id }) => id);
}

/** Returns the open checkouts of one signature. Once one is paid, the others must expire. */
export function listOpenCheckoutsOfAgreement(db: Database, agreementId: number): string[] {
  return db
    .query<{ id: string }, [number]>(
      "select session_id as id from checkouts where agreement_id = ? and status = 'open'",
    )
    .all(agreementId)
    .map(({ id }) => id);
}

/** Counts all checkouts of an agreement, paid or not. */
export function countCheckouts(db: Database, agreementId: number): number {
  const row = db
    .query<{ n: number }, [number]>("select count(*) as n from checkouts where agreement_id = ?")
    .get(agreementId);
  return row?.n ?? 0;
}

export function setCheckoutStatus(
  db: Database,
  sessionId: string,
  status: CheckoutRow["status"],
): void {
  db.query("update checkouts set status = ? where session_id = ?").run(status, sessionId);
}

/** Returns false if the event was recorded before. */
export function recordStripeEvent(db: Database, id: string, now: number): boolean {
  return (
    db.query("insert or ignore into stripe_events (id, created_at) values (?, ?)").run(id, now)
      .changes > 0
  );
}

export function isKnownStripeEvent(db: Database, id: string): boolean {
  return db.query("select 1 from stripe_events where id = ?").get(id) !== null;
}

export function deleteStripeEventsBefore(db: Database, before: number): void {
  db.query("delete from stripe_events where created_at < ?").run(before);
}
