import { type CallOfClient, callsOfContact } from "#db/calls/calls-of-client.ts";
import { type ConsentSaid, consentsOf } from "#db/clients/consents.ts";
import { type NoteRow, notesOf } from "#db/clients/notes.ts";
import { type ThreadRow, threadOf } from "#db/messaging/messages-thread.ts";
import type { App, Staff } from "#src/app.ts";
import type {
  CallEntry,
  ConsentEntry,
  Entry,
  History,
  NoteEntry,
  Page,
  TextEntry,
} from "./contract.ts";
import { boundOf, cursorOf, KINDS, readPlace } from "./cursor.ts";
import { shownNote } from "./notes.ts";
import { foundClient } from "./profile.ts";

/** Texts, consent, notes and calls in one line, newest first: each is read by its key as far as the page goes. */
export function readHistory(app: App, actor: Staff, id: number, page: Page): History {
  const { phone } = foundClient(app, id);
  const place = readPlace(page.before);
  const more = page.limit + 1;
  const all: Dated[] = [
    ...threadOf(app.db, id, boundOf("text", place), more).map(textEntry),
    ...consentsOf(app.db, phone, boundOf("consent", place), more).map(consentEntry),
    ...notesOf(app.db, id, boundOf("note", place), more).map((note) => noteEntry(actor, note)),
    ...callsOfContact(app.db, id, boundOf("call", place), more).map(callEntry),
  ];
  const shown = all.sort(newestFirst).slice(0, page.limit);
  const last = shown.at(-1);
  return {
    entries: shown.map(({ entry }) => entry),
    nextCursor:
      all.length > page.limit && last
        ? cursorOf({ at: last.at, kind: last.entry.kind, id: last.entry.id })
        : null,
  };
}

interface Dated {
  readonly at: number;
  readonly entry: Entry;
}

function newestFirst(one: Dated, other: Dated): number {
  return (
    other.at - one.at ||
    KINDS.indexOf(one.entry.kind) - KINDS.indexOf(other.entry.kind) ||
    other.entry.id - one.entry.id
  );
}

function textEntry(row: ThreadRow): { at: number; entry: TextEntry } {
  const { id, direction, purpose, campaignName, body, status, error, at } = row;
  const entry = { id, direction, purpose, campaignName, body, error, at: iso(at) };
  return {
    at,
    // In doubt looks like on its way: it will be settled within a minute or two.
    entry: { kind: "text", ...entry, status: status === "in_doubt" ? "claimed" : status },
  };
}

function consentEntry(said: ConsentSaid): { at: number; entry: ConsentEntry } {
  const { id, given, category, source, wording, by, at } = said;
  return { at, entry: { kind: "consent", id, given, category, source, wording, by, at: iso(at) } };
}

function noteEntry(actor: Staff, note: NoteRow): { at: number; entry: NoteEntry } {
  return {
    at: note.createdAt,
    entry: { kind: "note", at: iso(note.createdAt), ...shownNote(actor, note) },
  };
}

function callEntry(call: CallOfClient): { at: number; entry: CallEntry } {
  const { id, startedAt: at, status, duration } = call;
  return { at, entry: { kind: "call", id, at: iso(at), status, duration } };
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
