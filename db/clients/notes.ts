import type { Database } from "#db/connection.ts";

export interface NoteRow {
  readonly id: number;
  readonly contactId: number;
  readonly body: string;
  readonly authorId: string | null;
  /** The username at that time. */
  readonly author: string;
  readonly createdAt: number;
  readonly editedAt: number | null;
}

const COLUMNS = `id, contact_id as contactId, body, author_id as authorId, author,
  created_at as createdAt, edited_at as editedAt`;

/** A contact's notes before a position, newest first. */
export function notesOf(
  db: Database,
  contactId: number,
  before: { at: number; id: number },
  limit: number,
): NoteRow[] {
  return db
    .query<NoteRow, { contactId: number; at: number; id: number; limit: number }>(
      `select ${COLUMNS} from contact_notes
       where contact_id = $contactId and (created_at, id) < ($at, $id)
       order by created_at desc, id desc limit $limit`,
    )
    .all({ contactId, limit, ...before });
}

export function findNote(db: Database, contactId: number, id: number): NoteRow | null {
  return db
    .query<NoteRow, [number, number]>(
      `select ${COLUMNS} from contact_notes where id = ? and contact_id = ?`,
    )
    .get(id, contactId);
}

export function insertNote(db: Database, note: Omit<NoteRow, "id" | "editedAt">): number {
  const { lastInsertRowid } = db
    .query(
      `insert into contact_notes (contact_id, body, author_id, author, created_at)
       values ($contactId, $body, $authorId, $author, $createdAt)`,
    )
    .run({ ...note });
  return Number(lastInsertRowid);
}

export function changeNote(db: Database, id: number, body: string, now: number): void {
  db.query("update contact_notes set body = ?, edited_at = ? where id = ?").run(body, now, id);
}

export function deleteNote(db: Database, id: number): void {
  db.query("delete from contact_notes where id = ?").run(id);
}
