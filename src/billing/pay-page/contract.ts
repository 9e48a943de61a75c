import * as z from "zod/mini";
import { get, post } from "#src/shared/endpoint.ts";
import { parseCents } from "#src/shared/money.ts";

/** A client's payment by its link: only first name, time, lines and amounts. Amounts are decimal text. */
const Paying = z.object({
  status: z.enum(["open", "expired", "canceled", "paid", "refunded"]),
  firstName: z.string(),
  /** When the visit begins, as wall time; null once it has, and without one. */
  visitAt: z.nullable(z.string()),
  lines: z.array(
    z.object({
      name: z.string(),
      price: z.string(),
      /** Of a visit. A discount in percent counts on these only, if there are any. */
      isService: z.boolean(),
    }),
  ),
  discount: z.string(),
  discountPercent: z.nullable(z.number()),
  deposit: z.string(),
  /** Wall time in the business's time zone. */
  depositPaidAt: z.nullable(z.string()),
  /** What of the deposit was not needed and goes back. */
  depositRefund: z.string(),
  /** What there is to pay without a tip. */
  due: z.string(),
  tip: z.string(),
  total: z.string(),
  /** What a tip in percent counts on. */
  tipBase: z.string(),
  currency: z.string(),
  way: z.enum(["link", "card", "cash", "terminal", "gift-card"]),
  /** What it was paid with, such as "Visa ending in 4242"; null where that isn't known. */
  card: z.nullable(z.string()),
  refunded: z.string(),
  receiptNumber: z.number(),
  /** Wall times. */
  paidAt: z.nullable(z.string()),
  expiresAt: z.nullable(z.string()),
  /** Who gets the tips, in the owner's words; empty for no note. */
  tipNote: z.string(),
  /** What the client agrees to if their card stays on file; null where that isn't offered. */
  keepCard: z.nullable(z.object({ policy: z.string(), version: z.string() })),
  /** Whether a text can reach the client, so that the receipt is one. */
  canText: z.boolean(),
});
export type Paying = z.infer<typeof Paying>;

const Tip = z.string("Enter an amount such as 5.00").check(
  z.trim(),
  z.refine((text) => parseCents(text) !== undefined, "Enter an amount such as 5.00"),
);

export const payPage = {
  one: get("/api/pay/:token", { reply: Paying, etag: false }),
  /** Opens Stripe's page for what is due and the tip. */
  checkout: post("/api/pay/:token/checkout", {
    body: z.object({
      tip: z._default(Tip, "0.00"),
      /** The version of the policy that the client agreed to, so that their card stays on file. */
      keepCard: z.optional(z.string().check(z.maxLength(40))),
    }),
    reply: z.object({ checkoutUrl: z.string() }),
  }),
};
