import * as z from "zod/mini";
import { Contact } from "#src/clients/contacts/contract.ts";
import { CallStatus } from "#src/shared/call-status.ts";
import { clientName, clientText } from "#src/shared/client-fields.ts";
import { contactInputs } from "#src/shared/contact-fields.ts";
import { file, get, patch, post, remove } from "#src/shared/endpoint.ts";
import { Was } from "#src/shared/unchanged.ts";

const Client = z.extend(Contact, {
  /** Why staff can't text the client, as a sentence; null when they can. */
  textingBarrier: z.nullable(z.string()),
  /** When and how a client with the basis "agreed" did so. */
  agreement: z.nullable(z.object({ at: z.string(), source: z.string() })),
  /** The client who was merged into this one last, while that can be undone. */
  merged: z.nullable(z.object({ name: clientName(), undoUntil: z.string() })),
  /** Contacts that may be the same client: the same email address, or the same name and birthday. */
  similar: z.array(Contact),
});
export type Client = z.infer<typeof Client>;

const HISTORY_PER_PAGE = 30;
const MAX_NOTE_LENGTH = 4000;

const Note = z.object({
  id: z.number(),
  body: clientText({ kind: "note", idFrom: "id" }),
  /** The username at that time. */
  author: z.string(),
  /** Whether the requesting user may change or delete it. */
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
  /** chat, campaign, keyword or another purpose. */
  purpose: z.string(),
  campaignName: z.nullable(z.string()),
  body: clientText({ kind: "message", idFrom: "id" }),
  status: z.string(),
  /** Why it was not sent or not delivered, as text for staff. */
  error: z.nullable(clientText()),
});
export type TextEntry = z.infer<typeof TextEntry>;

const ConsentEntry = z.object({
  kind: z.literal("consent"),
  id: z.number(),
  at: z.string(),
  /** True: the client agreed to get texts; false: the client refused them. */
  given: z.boolean(),
  category: z.string(),
  source: z.string(),
  /** The client's exact words. */
  wording: clientText(),
  by: z.nullable(z.string()),
});
export type ConsentEntry = z.infer<typeof ConsentEntry>;

/** A call from the client. The transcript is available only under Call Transcripts, which has its own permission. */
const CallEntry = z.object({
  kind: z.literal("call"),
  id: z.number(),
  at: z.string(),
  status: CallStatus,
  /** Seconds. */
  duration: z.nullable(z.number()),
});
export type CallEntry = z.infer<typeof CallEntry>;

/** A payment at the desk. */
const PaymentEntry = z.object({
  kind: z.literal("payment"),
  id: z.number(),
  at: z.string(),
  status: z.enum(["open", "expired", "canceled", "paid", "refunded"]),
  way: z.enum(["link", "card", "cash", "terminal", "gift-card"]),
  /** With the tip, as decimal text. */
  total: z.string(),
  currency: z.string(),
  what: clientText(),
});
export type PaymentEntry = z.infer<typeof PaymentEntry>;

const Entry = z.discriminatedUnion("kind", [TextEntry, ConsentEntry, CallEntry, PaymentEntry]);
export type Entry = z.infer<typeof Entry>;

const History = z.object({
  /** The last three texts, newest first. They are no part of `entries`. */
  lastTexts: z.array(TextEntry),
  /** Newest first. Notes have their own list. */
  entries: z.array(Entry),
  /** Pass it as `before` for the next page. */
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
      z.maxLength(MAX_NOTE_LENGTH, `A note can be up to ${MAX_NOTE_LENGTH} characters`),
    ),
});
const NoteChange = z.extend(NewNote, { was: Was });
export type NoteChange = z.infer<typeof NoteChange>;

const Erasure = z.object({
  /** The client's name, typed by the user to avoid erasing the wrong client. */
  name: z.string().check(z.maxLength(200)),
});

const Merge = z.object({
  /** The contact that becomes part of this one. */
  otherId: z.number().check(z.int()),
  name: contactInputs.name,
  /** One of the two contacts'. */
  phoneNumber: contactInputs.phoneNumber,
  email: contactInputs.email,
});
export type Merge = z.infer<typeof Merge>;

/** What there is of a client, to compare two before a merge. Null: on a page that the user may not open. */
const Totals = z.object({
  visits: z.number(),
  noShows: z.number(),
  texts: z.number(),
  lastTextAt: z.nullable(z.string()),
  memberships: z.nullable(z.number()),
  paymentPlans: z.nullable(z.number()),
  /** Without what was refunded. */
  paid: z.nullable(z.string()),
  /** The parts of it for memberships and payment plans; the rest is for visits. */
  paidMemberships: z.nullable(z.string()),
  paidPlans: z.nullable(z.string()),
});
export type Totals = z.infer<typeof Totals>;

export const ERASE_CHANGES = [
  "contacts",
  "tags",
  "notes",
  "conversations",
  "messages",
  "campaigns",
  "appointments",
  // Reviews remain because they are public on Google, but they lose their match with the contact.
  "reviews",
] as const;

export const MERGE_CHANGES = [...ERASE_CHANGES, "waitlist", "calls"] as const;

/** The page of one client. */
export const clients = {
  one: get("/api/contacts/:id", { reply: Client, reads: ["contacts", "tags"] }),
  history: get("/api/contacts/:id/history", {
    query: Page,
    reply: History,
    reads: ["contacts", "messages", "campaigns", "calls", "payments"],
  }),
  totals: get("/api/contacts/:id/totals", {
    reply: Totals,
    reads: [
      "contacts",
      "appointments",
      "messages",
      "subscriptions",
      "plan-subscriptions",
      "payments",
    ],
  }),
  notes: get("/api/contacts/:id/notes", {
    query: Page,
    reply: z.object({ notes: z.array(Note), nextCursor: z.nullable(z.string()) }),
    reads: ["notes", "contacts"],
  }),
  addNote: post("/api/contacts/:id/notes", {
    body: NewNote,
    reply: Note,
    status: 201,
    changes: ["notes"],
  }),
  changeNote: patch("/api/contacts/:id/notes/:noteId", {
    body: NoteChange,
    reply: Note,
    changes: ["notes"],
  }),
  removeNote: remove("/api/contacts/:id/notes/:noteId", { changes: ["notes"] }),
  merge: post("/api/contacts/:id/merge", { body: Merge, reply: Contact, changes: MERGE_CHANGES }),
  /** Within a day. */
  undoMerge: remove("/api/contacts/:id/merge", { reply: Contact, changes: MERGE_CHANGES }),
  /** Everything stored about the client, as JSON. */
  exportOne: file("/api/contacts/:id/export"),
  erase: post("/api/contacts/:id/erase", {
    body: Erasure,
    changes: ERASE_CHANGES,
  }),
};
