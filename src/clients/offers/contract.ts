import * as z from "zod/mini";
import { get, post } from "#src/shared/endpoint.ts";

/** Contacts that can be texted, by their basis for offers. Campaigns reach the first two. */
const Bases = z.object({
  agreed: z.number(),
  client: z.number(),
  asked: z.number(),
  none: z.number(),
  /** Since an upgrade, campaigns no longer reach all contacts, and no administrator has read that yet. */
  isNew: z.boolean(),
});
export type Bases = z.infer<typeof Bases>;

export const offers = {
  bases: get("/api/offers/bases", {
    query: z.object({ tag: z.optional(z.coerce.number().check(z.int())) }),
    reply: Bases,
    reads: ["contacts", "tags"],
  }),
  readNotice: post("/api/offers/notice/read", { reply: Bases, changes: ["contacts"] }),
};
