import type { Database } from "#db/connection.ts";

export interface WebhookCallRow {
  readonly id: number;
  readonly path: string;
  /** Whose key it came with; null for a key that nobody has. */
  readonly userId: string | null;
  readonly username: string | null;
  /** HTTP's. */
  readonly status: number;
  readonly words: string;
  /** JSON of the fields, without the key. */
  readonly fields: string;
  readonly ipAddress: string | null;
  readonly createdAt: number;
}

const CALLS_KEPT = 100;
/** Of these at most so many with a wrong key: a stranger cannot push out the others. */
const STRANGERS_KEPT = 20;

export function insertCall(db: Database, call: Omit<WebhookCallRow, "id" | "username">): void {
  db.query(
    `insert into webhook_calls (path, user_id, status, words, fields, ip_address, created_at)
     values ($path, $userId, $status, $words, $fields, $ipAddress, $createdAt)`,
  ).run({ ...call });
  db.query(
    `delete from webhook_calls where user_id is null and id not in
       (select id from webhook_calls where user_id is null order by id desc limit ?)`,
  ).run(STRANGERS_KEPT);
  db.query(
    `delete from webhook_calls where id not in
       (select id from webhook_calls order by id desc limit ?)`,
  ).run(CALLS_KEPT);
}

/** Newest first. */
export function listCalls(db: Database): WebhookCallRow[] {
  return db
    .query<WebhookCallRow, []>(
      `select webhook_calls.id, path, user_id as userId, username, status, words, fields,
         ip_address as ipAddress, webhook_calls.created_at as createdAt
       from webhook_calls left join users on users.id = user_id order by webhook_calls.id desc`,
    )
    .all();
}

/** Empties the fields of the calls that tell of somebody. */
export function blankCalls(db: Database, tells: (fields: string) => boolean): void {
  const rows = db
    .query<{ id: number; fields: string }, []>("select id, fields from webhook_calls")
    .all();
  for (const { id, fields } of rows)
    if (tells(fields)) db.query("update webhook_calls set fields = '{}' where id = ?").run(id);
}
