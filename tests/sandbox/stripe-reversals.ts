import type Stripe from "stripe";
import { type Refund, Refused, type StripeBook } from "./stripe-book.ts";

/** Refunds some or all of a payment; Stripe reports the total of the charge's refunds. */
export function refund(
  book: StripeBook,
  intent: Stripe.PaymentIntent,
  cents = intent.amount - (book.refunded.get(intent.id) ?? 0),
): Refund {
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
  if (before + cents > intent.amount)
    throw new Refused(400, {
      message: "Refund amount is greater than unrefunded amount on charge.",
    });
  book.refunded.set(intent.id, before + cents);
  const made: Refund = {
    id: book.id("re"),
    object: "refund",
    amount: cents,
    charge: intent.id.replace("pi_", "ch_"),
    payment_intent: intent.id,
    currency: intent.currency,
    created: book.now,
    status: "succeeded",
  };
  book.refunds.push(made);
  tellRefunded(book, intent);
  return made;
}

/** Weeks later the client's bank sends the money back. */
export function failRefund(book: StripeBook, made: Refund): void {
  const intent = book.find(book.intents, made.payment_intent, "payment_intent");
  Object.assign(made, { status: "failed", failure_reason: "expired_or_canceled_card" });
  book.refunded.set(intent.id, (book.refunded.get(intent.id) ?? 0) - made.amount);
  if (book.refunded.get(intent.id) === 0) book.refunded.delete(intent.id);
  book.tell("refund.failed", made);
}

function tellRefunded(book: StripeBook, intent: Stripe.PaymentIntent): void {
  const all = book.refunded.get(intent.id) ?? 0;
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
}

const TO_ANSWER_SECONDS = 9 * 86_400;

/** The client disputes a payment, or a part of it, at the bank; later it is "won" or "lost". */
export function dispute(
  book: StripeBook,
  intent: Stripe.PaymentIntent,
  status: "needs_response" | "under_review" | "won" | "lost" = "needs_response",
  amount = intent.amount,
): void {
  book.disputed.add(intent.id);
  const id = intent.id.replace("pi_", "dp_");
  const disputed = {
    id,
    object: "dispute",
    amount,
    charge: intent.id.replace("pi_", "ch_"),
    created: book.disputes.get(id)?.created ?? book.now,
    currency: intent.currency,
    evidence_details: { due_by: book.now + TO_ANSWER_SECONDS, has_evidence: false },
    payment_intent: intent.id,
    reason: "unrecognized",
    status,
  };
  book.disputes.set(id, disputed);
  book.tell(
    status === "needs_response"
      ? "charge.dispute.created"
      : status === "under_review"
        ? "charge.dispute.updated"
        : "charge.dispute.closed",
    disputed,
  );
}
