import * as z from "zod/mini";

export const PaymentStatus = z.enum(["open", "expired", "canceled", "paid", "refunded"]);

/** "card" charges a card on file. */
export const PaymentWay = z.enum(["link", "card", "cash", "terminal", "gift-card"]);
export type PaymentWay = z.infer<typeof PaymentWay>;

/** What a visit shows of its payment. */
export const VisitPayment = z.object({
  id: z.number(),
  status: PaymentStatus,
  way: PaymentWay,
  isFee: z.boolean(),
  /** Prices of the booked services in it, which may be of several visits. Decimal text, as every amount here. */
  services: z.string(),
  /** Prices of what staff added. */
  extras: z.string(),
  discount: z.string(),
  /** The part of the deposit that is used. */
  deposit: z.string(),
  tip: z.string(),
  /** Of a link what is due, else what was paid with the tip. */
  amount: z.string(),
  /** What of it went back to the client. */
  refunded: z.string(),
});
export type VisitPayment = z.infer<typeof VisitPayment>;
