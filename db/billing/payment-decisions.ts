import type { Database } from "#db/connection.ts";

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
