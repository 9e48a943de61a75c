import type { Database } from "#db/connection.ts";
import { insertRow } from "#db/rows.ts";

export interface WebhookRequestRow {
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

/** Clears the fields of the matching requests. */
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
