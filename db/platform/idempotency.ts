import type { Database } from "#db/connection.ts";

export function findReply(db: Database, userId: string, key: string): unknown {
  const row = db
    .query<{ reply: string }, [string, string]>(
      "select reply from idempotency_keys where user_id = ? and key = ?",
    )
    .get(userId, key);
  return row ? (JSON.parse(row.reply) as unknown) : undefined;
}

export function saveReply(
  db: Database,
  userId: string,
  key: string,
  reply: unknown,
  now: number,
): void {
  db.query(
    "insert into idempotency_keys (user_id, key, reply, created_at) values (?, ?, ?, ?)",
  ).run(userId, key, JSON.stringify(reply ?? null), now);
}

export function deleteRepliesBefore(db: Database, time: number): void {
  db.query("delete from idempotency_keys where created_at < ?").run(time);
}
