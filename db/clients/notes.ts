import type { Database } from "#db/connection.ts";
import { insertRow, reader, updateRow } from "#db/rows.ts";

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

const notes = reader<NoteRow>(
  `select id, contact_id as contactId, body, author_id as authorId, author,
  created_at as createdAt, edited_at as editedAt
  from contact_notes`,
);

/** A contact's notes before a position, newest first. */
export function notesOf(
  db: Database,
  contactId: number,
  before: { at: number; id: number },
  limit: number,
): NoteRow[] {
  return notes.list(
    db,
    `where contact_id = $contactId and (created_at, id) < ($at, $id)
     order by created_at desc, id desc limit $limit`,
    { contactId, limit, ...before },
  );
}

export function findNote(db: Database, contactId: number, id: number): NoteRow | null {
  return notes.find(db, "where id = ? and contact_id = ?", id, contactId);
}

export function insertNote(db: Database, note: Omit<NoteRow, "id" | "editedAt">): number {
  return insertRow(db, "contact_notes", note);
}

export function changeNote(db: Database, id: number, body: string, now: number): void {
  updateRow(db, "contact_notes", id, { body, editedAt: now });
}

export function deleteNote(db: Database, id: number): void {
  db.query("delete from contact_notes where id = ?").run(id);
}
