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
  /** Of a link what is due, else what was paid with the tip. Decimal text. */
  amount: z.string(),
  discount: z.string(),
  tip: z.string(),
});
export type VisitPayment = z.infer<typeof VisitPayment>;
