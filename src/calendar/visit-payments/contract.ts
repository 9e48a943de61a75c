import * as z from "zod/mini";
import { Card } from "#src/billing/cards/contract.ts";
import { DepositChoice } from "#src/calendar/appointments/fields-contract.ts";
import { file, get, post, remove } from "#src/shared/endpoint.ts";

/** What a client who misses a visit can be charged. */
const FeeQuote = z.object({
  /** Decimal text; null when nothing can be charged. */
  amount: z.nullable(z.string()),
  /** The same if the paid deposit is kept: the fee less the deposit. */
  amountWithDeposit: z.nullable(z.string()),
  card: z.nullable(Card),
  /** The words that the client agreed to. */
  policy: z.nullable(z.string()),
  agreedAt: z.nullable(z.string()),
  /** Whether a cancellation now is late by the policy. */
  isLate: z.boolean(),
  /** Whether the visit was missed, or canceled late, so that the fee can be charged now. */
  isDue: z.boolean(),
});
export type FeeQuote = z.infer<typeof FeeQuote>;

const CHANGES = ["appointments", "payments", "messages", "conversations"] as const;

/** The fee of a visit that its client missed, or canceled late. */
export const visitFees = {
  quote: get("/api/appointments/:id/fee", {
    reply: FeeQuote,
    reads: ["appointments", "payments", "contacts", "settings"],
    etag: false,
  }),
  /** Charges the card on file, ten seconds later. A card that is refused gets a payment link instead. */
  charge: post("/api/appointments/:id/fee", {
    /** What the form showed. */
    body: z.object({ amount: z.string().check(z.maxLength(20)) }),
    reply: z.object({ paymentId: z.number(), undoUntil: z.string() }),
    changes: CHANGES,
  }),
  /** Takes the fee back before it leaves. */
  undo: remove("/api/appointments/:id/fee", { reply: FeeQuote, changes: CHANGES }),
  /** Decides about a visit that its client canceled late without charging the fee. */
  waive: post("/api/appointments/:id/fee/waive", {
    /** What becomes of a deposit that was paid. */
    body: z.object({ deposit: z._default(DepositChoice, "keep") }),
    reply: FeeQuote,
    changes: CHANGES,
  }),
  /** What answers a dispute: payment, agreed policy, visits and texts, as one PDF. */
  evidence: file("/api/payments/:id/evidence"),
};
