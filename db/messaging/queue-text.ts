import type { Database } from "#db/connection.ts";
import { phoneKey } from "#db/phone.ts";
import { count } from "#db/rows.ts";
import type { Purpose } from "./messages-queue.ts";

export interface TextToQueue {
  readonly purpose: Exclude<Purpose, "campaign">;
  readonly phone: string;
  /** Null for a text that is not part of a thread. */
  readonly contactId: number | null;
  readonly body: string;
  readonly segments: number;
  /** The failed text that this one retries. */
  readonly retryOf: number | null;
}

/** Queues a text that belongs to no campaign. It appears in the thread immediately. Returns its id. */
export function queueText(db: Database, text: TextToQueue, now: number): number {
  const { lastInsertRowid } = db
    .query(
      `insert into messages (kind, phone, contact_id, body, segments, status, at, retry_of)
       values (iif($purpose = 'chat', null, $purpose), $phone, $contactId, $body, $segments, 'pending', $now, $retryOf)`,
    )
    .run({ ...text, phone: phoneKey(text.phone), now });
  return Number(lastInsertRowid);
}

/** A retry that was queued. */
interface Retry {
  readonly id: number;
  readonly purpose: Purpose;
  readonly body: string | null;
}

/**
 * Queues a retry of a text that failed because of the provider; at most one waits at a time. It has its place in the thread,
 * by which a change of number, a merge and an erasure find it. A text without its words, as a code or one of a deleted
 * conversation, has none.
 */
export function queueRetry(
  db: Database,
  id: number,
  { now, dueAt }: { readonly now: number; readonly dueAt: number },
): Retry | null {
  return db
    .query<Retry, { id: number; now: number; dueAt: number }>(
      `insert into messages (kind, phone, contact_id, campaign_id, body, text_version, segments, status, at, due_at, retry_of, hidden)
       select kind, phone, contact_id, campaign_id, body, text_version, segments, 'pending', $now, $dueAt, coalesce(retry_of, id), hidden
       from messages where id = $id and kind is not 'code' and (body is not null or campaign_id is not null)
       returning id, purpose, body`,
    )
    .get({ id, now, dueAt });
}

export function countAttempts(db: Database, id: number): number {
  return count(
    db,
    `select count(*) from messages
     where retry_of = (select coalesce(retry_of, id) from messages where id = ?)`,
    id,
  );
}
