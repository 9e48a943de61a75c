import type { Database } from "#db/connection.ts";
import { findValue, insertRow, pluck } from "#db/rows.ts";

interface WebhookRequestRow {
  readonly id: number;
  readonly path: string;
  /** The owner of the key; null for an unknown key. */
  readonly userId: string | null;
  readonly username: string | null;
  /** HTTP status of the reply. */
  readonly status: number;
  readonly message: string;
  /** JSON of the fields, without the key. */
  readonly fields: string;
  readonly ipAddress: string | null;
  readonly createdAt: number;
}

const MAX_REQUESTS = 100;
/** The maximum with an invalid key, so that they cannot displace the others. */
const MAX_INVALID_REQUESTS = 20;

export function insertWebhookRequest(
  db: Database,
  { message, ...request }: Omit<WebhookRequestRow, "id" | "username">,
): void {
  insertRow(db, "webhook_calls", { ...request, words: message });
  db.query(
    `delete from webhook_calls where user_id is null and id not in
       (select id from webhook_calls where user_id is null order by id desc limit ?)`,
  ).run(MAX_INVALID_REQUESTS);
  db.query(
    `delete from webhook_calls where id not in
       (select id from webhook_calls order by id desc limit ?)`,
  ).run(MAX_REQUESTS);
}

/** Returns the requests, newest first. */
export function listWebhookRequests(db: Database): WebhookRequestRow[] {
  return db
    .query<WebhookRequestRow, []>(
      `select webhook_calls.id, path, user_id as userId, username, status, words as message, fields,
         ip_address as ipAddress, webhook_calls.created_at as createdAt
       from webhook_calls left join users on users.id = user_id order by webhook_calls.id desc`,
    )
    .all();
}

export function clearWebhookRequestFields(
  db: Database,
  isMatch: (fields: string) => boolean,
): void {
  const rows = db
    .query<{ id: number; fields: string }, []>("select id, fields from webhook_calls")
    .all();
  for (const { id, fields } of rows)
    if (isMatch(fields)) db.query("update webhook_calls set fields = '{}' where id = ?").run(id);
}

/** Returns the ids of an employee's appointments that begin in a minute (YYYY-MM-DDTHH:mm). */
export function appointmentsOfEmployeeAt(
  db: Database,
  employeeId: number,
  minute: string,
): number[] {
  return pluck(
    db,
    "select id from appointments where employee_id = ? and starts_at >= ? and starts_at < ? order by id",
    employeeId,
    minute,
    `${minute}~`,
  );
}

export function findSealedKey(db: Database, userId: string): string | undefined {
  return findValue<string>(db, "select sealed from api_keys where user_id = ?", userId);
}

/** Stores a key and replaces the user's previous one. */
export function saveApiKey(
  db: Database,
  key: { userId: string; sealed: string; lookup: Uint8Array; createdAt: number },
): void {
  db.query(
    `insert into api_keys (user_id, sealed, lookup, created_at)
     values ($userId, $sealed, $lookup, $createdAt)
     on conflict (user_id) do update set
       sealed = excluded.sealed, lookup = excluded.lookup, created_at = excluded.created_at, last_used_at = null`,
  ).run({ ...key });
}

/** Returns the owner and the last use of the key with this keyed hash. */
export function findApiKeyOwner(
  db: Database,
  lookup: Uint8Array,
): { userId: string; lastUsedAt: number | null } | null {
  return db
    .query<{ userId: string; lastUsedAt: number | null }, [Uint8Array]>(
      "select user_id as userId, last_used_at as lastUsedAt from api_keys where lookup = ?",
    )
    .get(lookup);
}

export function recordApiKeyUse(db: Database, userId: string, at: number): void {
  db.query("update api_keys set last_used_at = ? where user_id = ?").run(at, userId);
}
