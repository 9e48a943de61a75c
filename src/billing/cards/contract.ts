import * as z from "zod/mini";
import { get, post, remove } from "#src/shared/endpoint.ts";

/** A card on file, without its number. */
export const Card = z.object({
  /** Such as "Visa". */
  brand: z.string(),
  last4: z.string(),
  expMonth: z.number(),
  expYear: z.number(),
  expired: z.boolean(),
  addedAt: z.string(),
});
export type Card = z.infer<typeof Card>;

const ClientCard = z.object({
  card: z.nullable(Card),
  /** A link that was texted and not used yet. */
  request: z.nullable(z.object({ sentAt: z.string(), expiresAt: z.string() })),
});
export type ClientCard = z.infer<typeof ClientCard>;

/** What the client sees at the link. */
const CardPage = z.object({
  status: z.enum(["open", "added", "removed", "expired"]),
  firstName: z.string(),
  /** What the client agrees to, exactly as it is recorded. */
  policy: z.string(),
  /** What a missed visit costs, such as "40% of the price"; null for nothing. */
  fee: z.nullable(z.string()),
  /** A cancellation later than so many hours before a visit costs the fee, too; 0 for none. */
  lateHours: z.number(),
  card: z.nullable(Card),
  /** The visit that is booked once the card is there. */
  visit: z.nullable(
    z.object({
      /** Wall time of the business's zone. */
      start: z.string(),
      price: z.string(),
      /** Where the client manages it. */
      url: z.string(),
    }),
  ),
  /** Identifies the policy that was read. */
  version: z.string(),
});
export type CardPage = z.infer<typeof CardPage>;

const Agreed = z.object({
  agreed: z.literal(true, "Check the box first"),
  version: z.string().check(z.maxLength(40)),
});

const CHANGES = ["contacts"] as const;

export const cards = {
  one: get("/api/contacts/:id/card", { reply: ClientCard, reads: ["contacts"], etag: false }),
  request: post("/api/contacts/:id/card/request", {
    reply: ClientCard,
    changes: [...CHANGES, "conversations", "messages"],
  }),
  remove: remove("/api/contacts/:id/card", { reply: ClientCard, changes: CHANGES }),
  page: get("/api/card/:token", { reply: CardPage, reads: ["contacts"], etag: false }),
  agree: post("/api/card/:token", {
    body: Agreed,
    reply: z.object({ checkoutUrl: z.string() }),
    changes: CHANGES,
  }),
  removeOwn: remove("/api/card/:token", { reply: CardPage, changes: CHANGES }),
};
