import type { Database } from "#db/connection.ts";
import { insertRow } from "#db/rows.ts";

export interface SavedReply {
  readonly reply: unknown;
  /** SHA-256 of the request's body; null in rows of earlier versions. */
  readonly bodyHash: Uint8Array | null;
}

export function findReply(db: Database, userId: string, key: string): SavedReply | undefined {
  const row = db
    .query<{ reply: string; bodyHash: Uint8Array | null }, [string, string]>(
      "select reply, body_hash as bodyHash from idempotency_keys where user_id = ? and key = ?",
    )
    .get(userId, key);
  return row ? { ...row, reply: JSON.parse(row.reply) as unknown } : undefined;
}

export function saveReply(
  db: Database,
  userId: string,
  key: string,
  { reply, bodyHash }: SavedReply,
  now: number,
): void {
  insertRow(db, "idempotency_keys", {
    userId,
    key,
    reply: JSON.stringify(reply ?? null),
    bodyHash,
    createdAt: now,
  });
}

export function deleteRepliesBefore(db: Database, time: number): void {
  db.query("delete from idempotency_keys where created_at < ?").run(time);
}
