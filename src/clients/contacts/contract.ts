import * as z from "zod/mini";
import { clientName, clientPhone } from "#src/shared/client-fields.ts";
import { contactInputs, contactReplies, detailInputs } from "#src/shared/contact-fields.ts";
import { file, get, patch, post, remove } from "#src/shared/endpoint.ts";
import { Was } from "#src/shared/unchanged.ts";

export const CONTACTS_PER_PAGE = 100;
export const IMPORT_BATCH = 500;
/** Numbers of countries other than the US take about 15 µs each. */
export const NUMBERS_PER_CHECK = 1_000;

export const Contact = z.object({
  id: z.number(),
  ...contactReplies,
  /** The owner. */
  userId: z.string(),
  optedOut: z.boolean(),
  optOutDate: z.nullable(z.string()),
  undeliverable: z.boolean(),
  createdAt: z.string(),
  /** Sorted by name. */
  tags: z.array(z.object({ id: z.number(), name: z.string() })),
});
export type Contact = z.infer<typeof Contact>;

const LightContact = z.object({
  id: z.number(),
  name: clientName("id"),
  phoneNumber: clientPhone(),
  optedOut: z.boolean(),
  undeliverable: z.boolean(),
});
export type LightContact = z.infer<typeof LightContact>;

export const ContactState = z.enum([
  "all",
  "subscribed",
  "opted-out",
  "undeliverable",
  /** A birthday in the current month of the business's zone. */
  "birthday-month",
]);
export type ContactState = z.infer<typeof ContactState>;

export const ContactFilter = z.object({
  /** Matches name or phone. */
  q: z._default(z.string().check(z.trim(), z.maxLength(100)), ""),
  state: z._default(ContactState, "all"),
  /** A tag's id. */
  tag: z.optional(z.coerce.number().check(z.int())),
});
export type ContactFilter = z.infer<typeof ContactFilter>;

const Page = z.extend(ContactFilter, {
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), CONTACTS_PER_PAGE),
  cursor: z.optional(z.string().check(z.maxLength(100))),
});
export type ContactPage = z.infer<typeof Page>;

const ContactList = z.object({
  contacts: z.array(Contact),
  /** The number of contacts with that state and tag, regardless of the search. */
  total: z.number(),
  nextCursor: z.nullable(z.string()),
});
export type ContactList = z.infer<typeof ContactList>;

const NewContact = z.object(contactInputs);
export type NewContact = z.infer<typeof NewContact>;

/** Absent fields do not change. */
const ContactChange = z.extend(z.partial(NewContact), { was: Was });
export type ContactChange = z.infer<typeof ContactChange>;

/** The longest text that can be a number. */
export const MAX_PHONE_CELL = 60;
const TagName = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(40, "A tag has at most 40 characters"));

const ImportRow = z.object({
  firstName: z._default(z.string().check(z.maxLength(200)), ""),
  lastName: z._default(z.string().check(z.maxLength(200)), ""),
  phoneNumber: z.string().check(z.maxLength(MAX_PHONE_CELL)),
  ...detailInputs,
  tags: z.optional(z.array(TagName).check(z.maxLength(20))),
  /** Set when the file says that the client opted out, in the words of the file. */
  optOut: z.optional(z.string().check(z.maxLength(300))),
});
export type ImportRow = z.infer<typeof ImportRow>;

const Import = z.object({
  contacts: z
    .array(ImportRow)
    .check(z.minLength(1, "No contacts found"), z.maxLength(IMPORT_BATCH)),
  /** How these clients agreed to get texts, as described by the importing user. */
  consentBasis: z.optional(z.string().check(z.trim(), z.maxLength(300))),
  /** A tag for each new contact: the id of a tag, or the name of an existing or new one. */
  tagId: z.optional(z.number().check(z.int())),
  tag: z.optional(z.string().check(z.trim(), z.maxLength(40, "A tag has at most 40 characters"))),
  /** Also adds the tag to rows that are already contacts. */
  tagPresent: z._default(z.boolean(), false),
  /** The same for all batches of one file, so that they can be undone together. */
  importKey: z.optional(z.string().check(z.minLength(8), z.maxLength(60))),
  /** Replies what would happen, and changes nothing. */
  dryRun: z._default(z.boolean(), false),
});
export type Import = z.infer<typeof Import>;

const SkipReason = z.enum(["invalid-phone", "already-a-contact", "twice-in-file"]);

const ImportResult = z.object({
  imported: z.number(),
  skipped: z.number(),
  /** Index into `contacts` of this batch. */
  skippedRows: z.array(z.object({ index: z.number(), reason: SkipReason, words: z.string() })),
  /** Numbers that the file opted out, those of existing contacts included. */
  optedOut: z.number(),
  /** Tags that did not exist before; absent when there are none. */
  newTags: z.optional(z.array(z.string())),
});
export type ImportResult = z.infer<typeof ImportResult>;

const NumbersToCheck = z.object({
  phoneNumbers: z
    .array(z.string().check(z.maxLength(MAX_PHONE_CELL)))
    .check(z.maxLength(NUMBERS_PER_CHECK)),
});

/** For each number of the request, in its order. */
const CheckedNumbers = z.array(
  z.object({
    /** Null when it can't be read. */
    phoneNumber: z.nullable(clientPhone()),
    /** The contact that has the number. */
    existing: z.nullable(clientName()),
  }),
);
export type CheckedNumber = z.infer<typeof CheckedNumbers>[number];

/** The last import, as far as it can still be undone. */
const LastImport = z.object({
  at: z.string(),
  /** The contacts of it that exist. */
  contacts: z.number(),
  /** Those that would stay, because something has happened since. */
  active: z.number(),
});
export type LastImport = z.infer<typeof LastImport>;

export const contacts = {
  list: get("/api/contacts", { query: Page, reply: ContactList, reads: ["contacts", "tags"] }),
  all: get("/api/contacts/all", { reply: z.array(LightContact), reads: ["contacts"] }),
  /** A CSV file of all contacts that match the filter. */
  exportCsv: file("/api/contacts/export", { query: ContactFilter }),
  create: post("/api/contacts", {
    body: NewContact,
    reply: Contact,
    status: 201,
    changes: ["contacts", "tags"],
  }),
  change: patch("/api/contacts/:id", {
    body: ContactChange,
    reply: Contact,
    changes: ["contacts", "conversations"],
  }),
  remove: remove("/api/contacts/:id", {
    changes: ["contacts", "conversations", "messages", "campaigns"],
  }),
  optOut: post("/api/contacts/:id/opt-out", {
    reply: Contact,
    changes: ["contacts", "conversations"],
  }),
  /** `warning` is set when the carrier still blocks the number until the client texts START. */
  optIn: post("/api/contacts/:id/opt-in", {
    reply: z.extend(Contact, { warning: z.nullable(z.string()) }),
    changes: ["contacts", "conversations"],
  }),
  /** Reads the numbers of a file before its import, and changes nothing. */
  checkNumbers: post("/api/contacts/check-numbers", {
    body: NumbersToCheck,
    reply: CheckedNumbers,
  }),
  bulkImport: post("/api/contacts/bulk-import", {
    body: Import,
    reply: ImportResult,
    limit: 1024 * 1024,
    changes: ["contacts", "tags"],
  }),
  /** Null when there is nothing to undo. */
  lastImport: get("/api/contacts/last-import", { reply: z.nullable(LastImport), etag: false }),
  /** Deletes the contacts that the last import created and that nothing has happened to since. */
  undoImport: post("/api/contacts/last-import/undo", {
    reply: z.object({ removed: z.number(), kept: z.number() }),
    isLong: true,
    changes: ["contacts", "tags"],
  }),
};
