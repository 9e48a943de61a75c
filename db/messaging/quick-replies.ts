import type { Database } from "#db/connection.ts";

export interface QuickReplyRow {
  readonly id: number;
  readonly title: string;
  readonly body: string;
}

export function listQuickReplies(db: Database): QuickReplyRow[] {
  return db
    .query<QuickReplyRow, []>("select id, title, body from quick_replies order by place, id")
    .all();
}

export function findQuickReply(db: Database, id: number): QuickReplyRow | null {
  return db
    .query<QuickReplyRow, [number]>("select id, title, body from quick_replies where id = ?")
    .get(id);
}

/** Adds a reply at the end of the list. Returns its id. */
export function insertQuickReply(db: Database, reply: { title: string; body: string }): number {
  const { lastInsertRowid } = db
    .query(
      `insert into quick_replies (title, body, place)
       values ($title, $body, (select coalesce(max(place), 0) + 1 from quick_replies))`,
    )
    .run(reply);
  return Number(lastInsertRowid);
}

export function changeQuickReply(
  db: Database,
  id: number,
  reply: { title: string; body: string },
): void {
  db.query("update quick_replies set title = $title, body = $body where id = $id").run({
    id,
    ...reply,
  });
}

/** Stores the order of all quick replies. */
export function orderQuickReplies(db: Database, ids: readonly number[]): void {
  const set = db.query("update quick_replies set place = ? where id = ?");
  ids.forEach((id, place) => {
    set.run(place, id);
  });
}

export function deleteQuickReply(db: Database, id: number): void {
  db.query("delete from quick_replies where id = ?").run(id);
}
