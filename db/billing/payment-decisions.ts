import type { Database } from "#db/connection.ts";

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
