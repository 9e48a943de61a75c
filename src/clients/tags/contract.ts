import * as z from "zod/mini";
import { ContactState } from "#src/clients/contacts/contract.ts";
import { get, patch, post, remove } from "#src/shared/endpoint.ts";

const TAG_NAME_AT_MOST = 40;

const Tag = z.object({
  id: z.number(),
  name: z.string(),
  contactCount: z.number(),
  /** Of those, who can be texted: neither opted out nor undeliverable. */
  reachableCount: z.number(),
});
export type Tag = z.infer<typeof Tag>;

/** Trimmed; no two tags differ only in case. */
const TagName = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, "Name is required"),
    z.maxLength(TAG_NAME_AT_MOST, `A tag has at most ${TAG_NAME_AT_MOST} characters`),
  );

const NewTag = z.object({ name: TagName });

const ID = z.number().check(z.int(), z.gte(1));

/** Some contacts by id, or all that a list of contacts shows, except those named. */
const Selection = z.union([
  z.object({ contactIds: z.array(ID).check(z.minLength(1), z.maxLength(1000)) }),
  z.object({
    matching: z.object({
      q: z._default(z.string().check(z.trim(), z.maxLength(100)), ""),
      state: z._default(ContactState, "all"),
      tag: z.optional(ID),
    }),
    except: z._default(z.array(ID).check(z.maxLength(1000)), []),
  }),
]);
export type Selection = z.infer<typeof Selection>;

/** How many contacts it changed; who had the tag (or had it not) does not count. */
const Changed = z.object({ count: z.number() });

export const tags = {
  /** By name. */
  list: get("/api/tags", { reply: z.array(Tag), reads: ["tags", "contacts"] }),
  create: post("/api/tags", { body: NewTag, reply: Tag, status: 201 }),
  rename: patch("/api/tags/:id", { body: NewTag, reply: Tag }),
  remove: remove("/api/tags/:id"),
  putOn: post("/api/tags/:id/put-on", { body: Selection, reply: Changed }),
  takeOff: post("/api/tags/:id/take-off", { body: Selection, reply: Changed }),
};
