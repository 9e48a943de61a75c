import type { Database } from "#db/connection.ts";

export interface DraftRow {
  readonly conversationId: number;
  readonly body: string;
}

/** A user's drafts, newest first. */
export function draftsOf(db: Database, userId: string, limit: number): DraftRow[] {
  return db
    .query<DraftRow, [string, number]>(
      `select conversation_id as conversationId, body from drafts where user_id = ?
       order by updated_at desc limit ?`,
    )
    .all(userId, limit);
}

export function saveDraft(
  db: Database,
  draft: { conversationId: number; userId: string; body: string },
  now: number,
): void {
  db.query(
    `insert into drafts (conversation_id, user_id, body, updated_at)
     values ($conversationId, $userId, $body, $now)
     on conflict do update set body = excluded.body, updated_at = excluded.updated_at`,
  ).run({ ...draft, now });
}

/** Returns true when there was a draft. */
export function deleteDraft(db: Database, conversationId: number, userId: string): boolean {
  return (
    db
      .query("delete from drafts where conversation_id = ? and user_id = ?")
      .run(conversationId, userId).changes > 0
  );
}
