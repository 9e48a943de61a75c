import type { Database } from "#db/connection.ts";
import { findValue } from "#db/rows.ts";

/** Asks staff what becomes of a payment, again if they decided before. Returns false while they are asked. */
export function askAboutPayment(db: Database, id: number): boolean {
  return (
    db
      .query(
        `update payments set is_late = 1, decided_at = null
         where id = ? and (is_late = 0 or decided_at is not null)`,
      )
      .run(id).changes === 1
  );
}

/** Records that visits of open payments are deleted, or of paid ones that staff are asked about. */
export function setVisitsDeleted(
  db: Database,
  status: "open" | "paid",
  appointmentIds: readonly number[],
  at: number,
): void {
  db.query(
    `update payments set visit_deleted_at = $at
     where is_fee = 0 and decided_at is null and status = $status and (is_late = 1 or status = 'open') and id in (
       select payment_id from payment_visits where appointment_id in (select value from json_each($ids)))`,
  ).run({ at, status, ids: JSON.stringify(appointmentIds) });
}

/** Takes the question about a payment back, and its answer. Returns false for one about which no one was asked. */
export function withdrawQuestion(db: Database, id: number): boolean {
  return (
    db
      .query("update payments set is_late = 0, decided_at = null where id = ? and is_late = 1")
      .run(id).changes === 1
  );
}

/** Returns false for one that was decided on before. */
export function setDecided(db: Database, id: number, at: number): boolean {
  return (
    db
      .query(
        "update payments set decided_at = ? where id = ? and is_late = 1 and decided_at is null",
      )
      .run(at, id).changes === 1
  );
}

/** Takes back the decision that was made at this time. */
export function clearDecided(db: Database, id: number, at: number): void {
  db.query(
    "update payments set decided_at = null where id = ? and is_late = 1 and decided_at = ?",
  ).run(id, at);
}

/**
 * Returns when staff last decided on a payment, though they were asked again since; undefined if they never did, or undid it.
 * The audit log keeps it.
 */
export function findLastDecision(db: Database, id: number): number | undefined {
  return findValue<number>(
    db,
    `select iif(action = 'payment.undo_refund', null, created_at) from audit_logs indexed by audit_logs_of_target
     where target_type = 'payment' and target_id = cast(? as text)
       and action in ('payment.keep', 'payment.request_refund', 'payment.undo_refund') order by id desc limit 1`,
    id,
  );
}
