import * as z from "zod/mini";
import { Selection } from "#src/clients/tags/contract.ts";
import { get, post } from "#src/shared/endpoint.ts";
import { AgreementNote } from "#src/shared/marketing-basis.ts";

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
  /** Records how these contacts agreed. Those who opted out or refused offers are left as they are. */
  recordAgreements: post("/api/offers/agreements", {
    body: z.object({ selection: Selection, note: AgreementNote }),
    reply: z.object({ count: z.number() }),
    changes: ["contacts", "tags"],
  }),
};
