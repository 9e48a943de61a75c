import type Stripe from "stripe";
import { Refused, type StripeBook } from "./stripe-book.ts";

/** Refunds some or all of a payment; Stripe reports the total of the charge's refunds. */
export function refund(book: StripeBook, intent: Stripe.PaymentIntent, cents = intent.amount) {
  const before = book.refunded.get(intent.id) ?? 0;
  const code =
    before >= intent.amount
      ? "charge_already_refunded"
      : book.disputed.has(intent.id)
        ? "charge_disputed"
        : book.balanceIsShort
          ? "balance_insufficient"
          : undefined;
  if (code) throw new Refused(400, { code, message: `This charge cannot be refunded: ${code}.` });
  const all = Math.min(intent.amount, before + cents);
  book.refunded.set(intent.id, all);
  book.tell("charge.refunded", {
    id: intent.id.replace("pi_", "ch_"),
    object: "charge",
    amount: intent.amount,
    amount_refunded: all,
    currency: intent.currency,
    customer: intent.customer,
    payment_intent: intent.id,
    refunded: all === intent.amount,
  });
  return {
    id: book.id("re"),
    object: "refund",
    amount: cents,
    charge: intent.id.replace("pi_", "ch_"),
    payment_intent: intent.id,
    status: "succeeded",
  };
}

const TO_ANSWER_SECONDS = 9 * 86_400;

/** The client disputes a payment at the bank; later it is "won" or "lost". */
export function dispute(
  book: StripeBook,
  intent: Stripe.PaymentIntent,
  status: "needs_response" | "under_review" | "won" | "lost" = "needs_response",
): void {
  book.disputed.add(intent.id);
  book.tell(
    status === "needs_response"
      ? "charge.dispute.created"
      : status === "under_review"
        ? "charge.dispute.updated"
        : "charge.dispute.closed",
    {
      id: intent.id.replace("pi_", "dp_"),
      object: "dispute",
      amount: intent.amount,
      charge: intent.id.replace("pi_", "ch_"),
      currency: intent.currency,
      evidence_details: { due_by: book.now + TO_ANSWER_SECONDS, has_evidence: false },
      payment_intent: intent.id,
      reason: "unrecognized",
      status,
    },
  );
}
