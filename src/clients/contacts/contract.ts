import * as z from "zod/mini";
import { contactFields, contactInputs, contactReplies } from "#src/shared/contact-fields.ts";
import { file, get, patch, post, remove } from "#src/shared/endpoint.ts";
import { Was } from "#src/shared/unchanged.ts";

export const CONTACTS_PER_PAGE = 100;

export const Contact = z.object({
  id: z.number(),
  ...contactReplies,
  /** The owner. */
  userId: z.string(),
  optedOut: z.boolean(),
  optOutDate: z.nullable(z.string()),
  undeliverable: z.boolean(),
  /** Why the client may get offers. Campaigns reach "agreed" and "client"; an opt-out always wins. */
  basis: z.enum(["agreed", "client", "asked", "none"]),
  createdAt: z.string(),
  /** Sorted by name. */
  tags: z.array(z.object({ id: z.number(), name: z.string() })),
});
export type Contact = z.infer<typeof Contact>;

const LightContact = z.object(contactFields());
export type LightContact = z.infer<typeof LightContact>;

export const ContactState = z.enum([
  "all",
  "subscribed",
  /** Can be texted, and gets no offers: only wrote or called, or never agreed. */
  "left-out",
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

export const ContactSort = z.enum(["newest", "name"]);
export type ContactSort = z.infer<typeof ContactSort>;

const Page = z.extend(ContactFilter, {
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(200)), CONTACTS_PER_PAGE),
  /** The order without a search; closer matches come first. */
  sort: z._default(ContactSort, "newest"),
  cursor: z.optional(z.string().check(z.maxLength(1000))),
});
export type ContactPage = z.infer<typeof Page>;

const ListedContact = z.extend(Contact, {
  /** Wall times in the business's time zone, of visits that the reader may see. */
  nextVisit: z.nullable(z.string()),
  lastVisit: z.nullable(z.string()),
});
export type ListedContact = z.infer<typeof ListedContact>;

const ContactList = z.object({
  contacts: z.array(ListedContact),
  /** The number of contacts with that state and tag, regardless of the search. */
  total: z.number(),
  nextCursor: z.nullable(z.string()),
});
export type ContactList = z.infer<typeof ContactList>;

const NewContact = z.object({
  ...contactInputs,
  /** How the client agreed to offers; recorded as their consent. */
  agreement: z.optional(z.string().check(z.trim(), z.maxLength(300))),
});
export type NewContact = z.infer<typeof NewContact>;

/** Absent fields do not change. */
const ContactChange = z.extend(z.partial(NewContact), { was: Was });
export type ContactChange = z.infer<typeof ContactChange>;

export const contacts = {
  list: get("/api/contacts", {
    query: Page,
    reply: ContactList,
    reads: ["contacts", "tags", "appointments"],
  }),
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
};
