import * as z from "zod/mini";
import { Contact } from "#src/clients/contacts/contract.ts";
import { CallStatus } from "#src/shared/call-status.ts";
import { clientWords } from "#src/shared/client-fields.ts";
import { file, get, patch, post, remove } from "#src/shared/endpoint.ts";

const HISTORY_PER_PAGE = 30;
const NOTE_AT_MOST = 4000;

const Note = z.object({
  id: z.number(),
  body: clientWords(),
  /** The name as it was then. */
  author: z.string(),
  /** May whoever asks change or delete it? */
  canChange: z.boolean(),
  createdAt: z.string(),
  editedAt: z.nullable(z.string()),
});
export type Note = z.infer<typeof Note>;

const TextEntry = z.object({
  kind: z.literal("text"),
  id: z.number(),
  at: z.string(),
  direction: z.enum(["inbound", "outbound"]),
  /** chat, campaign, keyword and whatever else texts are sent for. */
  purpose: z.string(),
  campaignName: z.nullable(z.string()),
  body: clientWords(),
  status: z.string(),
  /** Why it was not sent or not delivered, in plain words. */
  error: z.nullable(clientWords()),
});
export type TextEntry = z.infer<typeof TextEntry>;

const ConsentEntry = z.object({
  kind: z.literal("consent"),
  id: z.number(),
  at: z.string(),
  /** True: agreed to get texts; false: wants none. */
  given: z.boolean(),
  category: z.string(),
  source: z.string(),
  /** What was said or written, to the letter. */
  wording: clientWords(),
  by: z.nullable(z.string()),
});
export type ConsentEntry = z.infer<typeof ConsentEntry>;

const NoteEntry = z.extend(Note, { kind: z.literal("note"), at: z.string() });
export type NoteEntry = z.infer<typeof NoteEntry>;

/** The client called; what was said is for who may read it: Call Transcripts. */
const CallEntry = z.object({
  kind: z.literal("call"),
  id: z.number(),
  at: z.string(),
  status: CallStatus,
  /** Seconds. */
  duration: z.nullable(z.number()),
});
export type CallEntry = z.infer<typeof CallEntry>;

const Entry = z.discriminatedUnion("kind", [TextEntry, ConsentEntry, NoteEntry, CallEntry]);
export type Entry = z.infer<typeof Entry>;

const History = z.object({
  /** Newest first. */
  entries: z.array(Entry),
  /** Pass it as `before` for what was earlier. */
  nextCursor: z.nullable(z.string()),
});
export type History = z.infer<typeof History>;

const Page = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), HISTORY_PER_PAGE),
  before: z.optional(z.string().check(z.maxLength(60))),
});
export type Page = z.infer<typeof Page>;

const NewNote = z.object({
  body: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, "Write a note first"),
      z.maxLength(NOTE_AT_MOST, `A note holds at most ${NOTE_AT_MOST} characters`),
    ),
});

const Erasure = z.object({
  /** Typed by hand, as it stands on the page: nobody erases the wrong client. */
  name: z.string().check(z.maxLength(200)),
});

/** A contact's own page: what is known of one client. */
export const clients = {
  one: get("/api/contacts/:id", { reply: Contact, reads: ["contacts", "tags"] }),
  history: get("/api/contacts/:id/history", {
    query: Page,
    reply: History,
    reads: ["contacts", "messages", "campaigns", "notes", "calls"],
  }),
  notes: get("/api/contacts/:id/notes", {
    query: Page,
    reply: z.object({ notes: z.array(Note), nextCursor: z.nullable(z.string()) }),
    reads: ["notes", "contacts"],
  }),
  addNote: post("/api/contacts/:id/notes", { body: NewNote, reply: Note, status: 201 }),
  changeNote: patch("/api/contacts/:id/notes/:noteId", { body: NewNote, reply: Note }),
  removeNote: remove("/api/contacts/:id/notes/:noteId"),
  /** Everything that is held on the person, as JSON to read. */
  exportOne: file("/api/contacts/:id/export"),
  erase: post("/api/contacts/:id/erase", { body: Erasure }),
};
