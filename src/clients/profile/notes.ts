import * as store from "#db/clients/notes.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { Problem } from "#src/shared/problem.ts";
import type { Note, Page } from "./contract.ts";
import { boundOf, cursorOf, readPlace } from "./cursor.ts";
import { foundClient } from "./profile.ts";

export function listNotes(app: App, actor: Staff, contactId: number, { limit, before }: Page) {
  foundClient(app, contactId);
  const bound = boundOf("note", readPlace(before));
  const rows = store.notesOf(app.db, contactId, bound, limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    notes: page.map((row) => shownNote(actor, row)),
    nextCursor: last ? cursorOf({ at: last.createdAt, kind: "note", id: last.id }) : null,
  };
}

export function addNote(app: App, actor: Staff, contactId: number, body: string): Note {
  return inTransaction(app.db, () => {
    foundClient(app, contactId);
    const id = store.insertNote(app.db, {
      contactId,
      body,
      authorId: actor.id,
      author: actor.username,
      createdAt: app.now(),
    });
    tell(app, actor, "contact.note_add", contactId, id);
    return shownNote(actor, found(app, contactId, id));
  });
}

export function changeNote(
  app: App,
  actor: Staff,
  contactId: number,
  id: number,
  body: string,
): Note {
  return inTransaction(app.db, () => {
    refuseOthers(actor, found(app, contactId, id));
    store.changeNote(app.db, id, body, app.now());
    tell(app, actor, "contact.note_change", contactId, id);
    return shownNote(actor, found(app, contactId, id));
  });
}

export function deleteNote(app: App, actor: Staff, contactId: number, id: number): void {
  inTransaction(app.db, () => {
    refuseOthers(actor, found(app, contactId, id));
    store.deleteNote(app.db, id);
    tell(app, actor, "contact.note_delete", contactId, id);
  });
}

export function shownNote(actor: Staff, note: store.NoteRow): Note {
  return {
    id: note.id,
    body: note.body,
    author: note.author,
    canChange: mayChange(actor, note),
    createdAt: new Date(note.createdAt).toISOString(),
    editedAt: note.editedAt === null ? null : new Date(note.editedAt).toISOString(),
  };
}

function mayChange(actor: Staff, note: store.NoteRow): boolean {
  return actor.role === "admin" || note.authorId === actor.id;
}

function refuseOthers(actor: Staff, note: store.NoteRow): void {
  if (!mayChange(actor, note))
    throw new Problem(403, "Only who wrote a note, or an administrator, can change it.");
}

function found(app: App, contactId: number, id: number): store.NoteRow {
  const note = store.findNote(app.db, contactId, id);
  if (!note) throw new Problem(404, "This note does not exist any more.");
  return note;
}

/** Never the words: they go when the note goes. */
function tell(app: App, actor: Staff, action: string, contactId: number, note: number): void {
  record(app, actor, { action, target: ["contact", contactId], metadata: { note } });
  app.events.changed("notes", contactId);
}
