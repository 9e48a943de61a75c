import * as store from "#db/clients/profile.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { getContactRow } from "#src/clients/contacts/contacts.ts";
import { record } from "#src/platform/audit/audit.ts";
import { recordOwnWords } from "#src/platform/masking/own-words.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { seesClients } from "#src/shared/permissions.ts";
import { Problem, requireFound } from "#src/shared/problem.ts";
import { requireUnchanged } from "#src/shared/unchanged.ts";
import type { Note, NoteChange, Page } from "./contract.ts";
import { boundOf, formatCursor, parseCursor } from "./history.ts";

export function listNotes(app: App, actor: Staff, contactId: number, { limit, before }: Page) {
  getContactRow(app, contactId);
  const bound = boundOf("note", parseCursor(before));
  const rows = store.notesOf(app.db, contactId, bound, limit + 1);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    notes: page.map((row) => toNote(actor, row)),
    nextCursor: last ? formatCursor({ at: last.createdAt, kind: "note", id: last.id }) : null,
  };
}

export function addNote(app: App, actor: Staff, contactId: number, body: string): Note {
  return inTransaction(app.db, () => {
    getContactRow(app, contactId);
    const id = store.insertNote(app.db, {
      contactId,
      body,
      authorId: actor.id,
      author: actor.username,
      createdAt: app.now(),
    });
    recordOwnWords(app, actor, "note", id, body);
    recordChange(app, actor, "contact.note_add", contactId, id);
    return toNote(actor, getNoteRow(app, contactId, id));
  });
}

export function changeNote(
  app: App,
  actor: Staff,
  contactId: number,
  id: number,
  { body, was }: NoteChange,
): Note {
  return inTransaction(app.db, () => {
    const before = getNoteRow(app, contactId, id);
    requireNoteAccess(actor, before);
    // The refusal tells the other person's text.
    if (seesClients(actor)) requireUnchanged(before, was, ["body"]);
    store.changeNote(app.db, id, body, app.now());
    recordOwnWords(app, actor, "note", id, body);
    recordChange(app, actor, "contact.note_change", contactId, id);
    return toNote(actor, getNoteRow(app, contactId, id));
  });
}

export function deleteNote(app: App, actor: Staff, contactId: number, id: number): void {
  inTransaction(app.db, () => {
    requireNoteAccess(actor, getNoteRow(app, contactId, id));
    store.deleteNote(app.db, id);
    recordChange(app, actor, "contact.note_delete", contactId, id);
  });
}

function toNote(actor: Staff, note: store.NoteRow): Note {
  return {
    id: note.id,
    body: note.body,
    author: note.author,
    canChange: mayChange(actor, note),
    createdAt: toIso(note.createdAt),
    editedAt: toIso(note.editedAt),
  };
}

function mayChange(actor: Staff, note: store.NoteRow): boolean {
  return actor.role === "admin" || note.authorId === actor.id;
}

function requireNoteAccess(actor: Staff, note: store.NoteRow): void {
  if (!mayChange(actor, note))
    throw new Problem(403, "Only the note's author or an administrator can change it.");
}

function getNoteRow(app: App, contactId: number, id: number): store.NoteRow {
  return requireFound(store.findNote(app.db, contactId, id), "This note no longer exists.");
}

/** The audit entry leaves out the note's text, which must disappear with the note. */
function recordChange(
  app: App,
  actor: Staff,
  action: string,
  contactId: number,
  note: number,
): void {
  record(app, actor, { action, target: ["contact", contactId], metadata: { note } });
  app.events.changed("notes", contactId);
}
