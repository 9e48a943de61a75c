import type { Database } from "#db/connection.ts";
import { integer, type RowOf, table, text } from "#db/rows.ts";

const replies = table("quick_replies", {
  id: integer(),
  title: text(),
  body: text(),
});

export type QuickReplyRow = RowOf<typeof replies>;

export function listQuickReplies(db: Database): QuickReplyRow[] {
  return replies.list(db, "order by place, id");
}

export function findQuickReply(db: Database, id: number): QuickReplyRow | null {
  return replies.find(db, "where id = ?", id);
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
  { title, body }: { title: string; body: string },
): void {
  replies.update(db, id, { title, body });
}

export function orderQuickReplies(db: Database, ids: readonly number[]): void {
  const set = db.query("update quick_replies set place = ? where id = ?");
  ids.forEach((id, place) => {
    set.run(place, id);
  });
}

export function deleteQuickReply(db: Database, id: number): void {
  db.query("delete from quick_replies where id = ?").run(id);
}
