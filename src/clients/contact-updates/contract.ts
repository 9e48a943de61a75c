import * as z from "zod/mini";
import { clientName, clientPhone } from "#src/shared/client-fields.ts";
import { get, post } from "#src/shared/endpoint.ts";
import { Page } from "#src/shared/page-shape.ts";

/** A contact that the request may be about. */
const Suggestion = z.object({
  id: z.number(),
  name: clientName("id"),
  phoneNumber: clientPhone(),
  optedOut: z.boolean(),
  undeliverable: z.boolean(),
  samePhone: z.boolean(),
  sameName: z.boolean(),
});
export type Suggestion = z.infer<typeof Suggestion>;

const ContactUpdate = z.object({
  id: z.number(),
  /** The user whose API key made the request; both are null once that user is deleted. */
  userId: z.nullable(z.string()),
  username: z.nullable(z.string()),
  firstName: clientName("id"),
  /** Empty for users who may not see names: the first name then holds "Client #". */
  lastName: z.string(),
  phoneNumber: clientPhone(),
  status: z.enum(["pending", "approved", "rejected"]),
  createdAt: z.string(),
});
export type ContactUpdate = z.infer<typeof ContactUpdate>;

const ListedUpdate = z.extend(ContactUpdate, {
  /**
   * The only contact with the number or name; null without one, with several, for users who may not see both, and after the
   * first 30 of a page.
   */
  contact: z.nullable(Suggestion),
});
export type ListedUpdate = z.infer<typeof ListedUpdate>;

export const contactUpdates = {
  /** Pending requests, newest first. */
  list: get("/api/contact-update-requests", {
    query: Page,
    reply: z.array(ListedUpdate),
    reads: ["contact-updates", "contacts"],
  }),
  /** The number of pending requests, for the menu and for lists that are cut off. */
  count: get("/api/contact-update-requests/count", {
    reply: z.object({ count: z.number() }),
    reads: ["contact-updates"],
  }),
  /** Same phone first, then same name. */
  suggestions: get("/api/contact-update-requests/:id/suggestions", {
    reply: z.array(Suggestion),
    reads: ["contact-updates", "contacts"],
  }),
  approve: post("/api/contact-update-requests/:id/approve", {
    /** Null adds a new client, for users who may open Contacts. */
    body: z.object({ contactId: z.nullable(z.number().check(z.int())) }),
    reply: ContactUpdate,
    changes: ["contact-updates", "contacts", "conversations"],
  }),
  reject: post("/api/contact-update-requests/:id/reject", {
    reply: ContactUpdate,
    changes: ["contact-updates"],
  }),
};
