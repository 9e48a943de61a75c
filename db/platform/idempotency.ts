import type { Database } from "#db/connection.ts";

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
  db.query(
    "insert into idempotency_keys (user_id, key, reply, body_hash, created_at) values (?, ?, ?, ?, ?)",
  ).run(userId, key, JSON.stringify(reply ?? null), bodyHash, now);
}

export function deleteRepliesBefore(db: Database, time: number): void {
  db.query("delete from idempotency_keys where created_at < ?").run(time);
}
