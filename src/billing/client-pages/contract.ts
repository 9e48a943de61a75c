import * as z from "zod/mini";
import { get } from "#src/shared/endpoint.ts";

/** The public details of the business. */
const Business = z.object({
  name: z.string(),
  address: z.string(),
  phone: z.string(),
  email: z.string(),
  /** Whose texts Parlor sends, in E.164; empty before it is set up. */
  textNumber: z.string(),
  currency: z.string(),
  timeZone: z.string(),
  /** Whether Stripe is connected, so that clients can sign up. */
  takesCards: z.boolean(),
  /** Where clients find these pages, such as "https://members.example.com". */
  pagesUrl: z.string(),
});
export type Business = z.infer<typeof Business>;

/** A membership that clients can join. */
const ListedOffer = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  price: z.string(),
  billingFrequency: z.enum(["week", "month", "year"]),
});
export type ListedOffer = z.infer<typeof ListedOffer>;

export const clientPages = {
  offers: get("/api/public/memberships", {
    reply: z.array(ListedOffer),
    reads: ["memberships"],
  }),
  business: get("/api/public/business", { reply: Business, reads: ["settings"] }),
};
