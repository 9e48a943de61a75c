import * as z from "zod/mini";
import { ContactFilter } from "#src/clients/contacts/contract.ts";
import { get, patch, post, remove } from "#src/shared/endpoint.ts";

const MAX_TAG_NAME_LENGTH = 40;

const Tag = z.object({
  id: z.number(),
  name: z.string(),
  contactCount: z.number(),
  /** Contacts with the tag that can be texted: neither opted out nor undeliverable. */
  reachableCount: z.number(),
});
export type Tag = z.infer<typeof Tag>;

/** Trimmed; two tags can't differ only in case. */
const TagName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, "Name is required"),
    z.maxLength(MAX_TAG_NAME_LENGTH, `A tag can be up to ${MAX_TAG_NAME_LENGTH} characters`),
  );

const NewTag = z.object({ name: TagName });

const ID = z.number().check(z.int(), z.gte(1));

/** Contacts by id, or all contacts that match a list's filter, except some. */
export const Selection = z.union([
  z.object({ contactIds: z.array(ID).check(z.minLength(1), z.maxLength(1000)) }),
  z.object({
    matching: ContactFilter,
    except: z._default(z.array(ID).check(z.maxLength(1000)), []),
  }),
]);
export type Selection = z.infer<typeof Selection>;

/** The number of contacts changed, without those that already had (or did not have) the tag. */
const ChangeCount = z.object({ count: z.number() });

export const tags = {
  /** Sorted by name. */
  list: get("/api/tags", { reply: z.array(Tag), reads: ["tags", "contacts"] }),
  create: post("/api/tags", {
    body: NewTag,
    reply: Tag,
    status: 201,
    changes: ["tags", "contacts"],
  }),
  rename: patch("/api/tags/:id", { body: NewTag, reply: Tag, changes: ["tags", "contacts"] }),
  remove: remove("/api/tags/:id", { changes: ["tags", "contacts"] }),
  assign: post("/api/tags/:id/put-on", {
    body: Selection,
    reply: ChangeCount,
    changes: ["tags", "contacts"],
  }),
  unassign: post("/api/tags/:id/take-off", {
    body: Selection,
    reply: ChangeCount,
    changes: ["tags", "contacts"],
  }),
};
