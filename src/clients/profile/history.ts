import { type CallOfClient, callsOfContact } from "#db/calls/calls-of-client.ts";
import { type ConsentRecord, consentsOf } from "#db/clients/consents.ts";
import { agreementOf } from "#db/clients/marketing-basis.ts";
import { type NoteRow, notesOf } from "#db/clients/notes.ts";
import { type ThreadRow, threadBefore } from "#db/messaging/messages-thread.ts";
import type { App, Staff } from "#src/app.ts";
import { getContact, getContactRow } from "#src/clients/contacts/contacts.ts";
import { toIso } from "#src/shared/iso-time.ts";
import type {
  CallEntry,
  Client,
  ConsentEntry,
  Entry,
  History,
  NoteEntry,
  Page,
  TextEntry,
} from "./contract.ts";
import { boundOf, formatCursor, KINDS, parseCursor } from "./cursor.ts";
import { toNote } from "./notes.ts";

/** @throws Problem 404 */
export function readClient(app: App, id: number): Client {
  const contact = getContact(app, id);
  const agreement =
    contact.basis === "agreed" ? agreementOf(app.db, contact.phoneNumber) : undefined;
  return {
    ...contact,
    agreement: agreement ? { at: toIso(agreement.at), source: agreement.source } : null,
  };
}

/** A page of texts, consent, notes and calls, newest first. Each kind is read by its index, at most one page of it. */
export function readHistory(app: App, actor: Staff, id: number, page: Page): History {
  const { phone } = getContactRow(app, id);
  const position = parseCursor(page.before);
  const limit = page.limit + 1;
  const all: DatedEntry[] = [
    ...threadBefore(app.db, id, boundOf("text", position), limit).map(toTextEntry),
    ...consentsOf(app.db, phone, boundOf("consent", position), limit).map(toConsentEntry),
    ...notesOf(app.db, id, boundOf("note", position), limit).map((note) =>
      toNoteEntry(actor, note),
    ),
    ...callsOfContact(app.db, id, boundOf("call", position), limit).map(toCallEntry),
  ];
  const entries = all.sort(newestFirst).slice(0, page.limit);
  const last = entries.at(-1);
  return {
    entries: entries.map(({ entry }) => entry),
    nextCursor:
      all.length > page.limit && last
        ? formatCursor({ at: last.at, kind: last.entry.kind, id: last.entry.id })
        : null,
  };
}

interface DatedEntry {
  readonly at: number;
  readonly entry: Entry;
}

function newestFirst(a: DatedEntry, b: DatedEntry): number {
  return (
    b.at - a.at ||
    KINDS.indexOf(a.entry.kind) - KINDS.indexOf(b.entry.kind) ||
    b.entry.id - a.entry.id
  );
}

function toTextEntry(row: ThreadRow): { at: number; entry: TextEntry } {
  const { id, direction, purpose, campaignName, body, status, error, at } = row;
  const entry = { id, direction, purpose, campaignName, body, error, at: toIso(at) };
  return {
    at,
    // A text in doubt is shown as claimed until it is reconciled, within a minute or two.
    entry: { kind: "text", ...entry, status: status === "in_doubt" ? "claimed" : status },
  };
}

function toConsentEntry(consent: ConsentRecord): { at: number; entry: ConsentEntry } {
  const { id, given, category, source, wording, by, at } = consent;
  return {
    at,
    entry: { kind: "consent", id, given, category, source, wording, by, at: toIso(at) },
  };
}

function toNoteEntry(actor: Staff, note: NoteRow): { at: number; entry: NoteEntry } {
  return {
    at: note.createdAt,
    entry: { kind: "note", at: toIso(note.createdAt), ...toNote(actor, note) },
  };
}

function toCallEntry(call: CallOfClient): { at: number; entry: CallEntry } {
  const { id, startedAt: at, status, duration } = call;
  return { at, entry: { kind: "call", id, at: toIso(at), status, duration } };
}
