/** SQL for what was refunded of the payment with this Stripe id, in cents. */
export function refundedOf(paymentIntentId: string): string {
  return sumOf(paymentIntentId, "back.kind = 'refund'");
}

/** SQL for what the client's bank has returned of it after disputes. */
export function lostOf(paymentIntentId: string): string {
  return sumOf(paymentIntentId, "back.kind = 'dispute' and back.status = 'lost'");
}

/** SQL for what the client has back of it: by refunds, and from the bank. */
export function returnedOf(paymentIntentId: string): string {
  return sumOf(paymentIntentId, "(back.kind = 'refund' or back.status = 'lost')");
}

function sumOf(paymentIntentId: string, condition: string): string {
  return `coalesce((select sum(back.amount) from reversals back
    where back.stripe_payment_intent_id = ${paymentIntentId} and ${condition}), 0)`;
}
