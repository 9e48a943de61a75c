import type { Database } from "#db/connection.ts";
import { integer, orNull, pluck, type RowOf, table, text } from "#db/rows.ts";

const checkouts = table("payment_checkouts", {
  sessionId: text(),
  paymentId: integer(),
  dueCents: integer(),
  tipCents: integer(),
  /** "surplus": paid too, after the payment had been made. It is refunded. */
  status: text<"open" | "paid" | "surplus" | "expired">(),
  stripePaymentIntentId: orNull(text()),
  createdAt: integer(),
  paidAt: orNull(integer()),
});

/** One of Stripe's pages on which a link can be paid. */
export type PaymentCheckoutRow = RowOf<typeof checkouts>;

export function insertPaymentCheckout(
  db: Database,
  checkout: Pick<
    PaymentCheckoutRow,
    "sessionId" | "paymentId" | "dueCents" | "tipCents" | "createdAt"
  >,
): void {
  checkouts.insert(db, { ...checkout, status: "open" });
}

export function findPaymentCheckout(db: Database, sessionId: string): PaymentCheckoutRow | null {
  return checkouts.find(db, "where session_id = ?", sessionId);
}

/** Returns the pages of a payment, oldest first. */
export function checkoutsOfPayment(db: Database, paymentId: number): PaymentCheckoutRow[] {
  return checkouts.list(db, "where payment_id = ? order by created_at, session_id", paymentId);
}

/** Returns the pages that may have been paid unnoticed, oldest first. */
export function listOpenPaymentCheckouts(db: Database): PaymentCheckoutRow[] {
  return checkouts.list(db, "where status = 'open' order by created_at");
}

/** Returns the open pages of a client who is about to be erased. */
export function openCheckoutsOfContact(db: Database, contactId: number): string[] {
  return pluck<string>(
    db,
    `select session_id from payment_checkouts join payments on payments.id = payment_id
     where contact_id = ? and payment_checkouts.status = 'open'`,
    contactId,
  );
}

/** Records how a page ended, unless it was paid before. */
export function setCheckoutEnded(
  db: Database,
  sessionId: string,
  end: Pick<PaymentCheckoutRow, "status" | "stripePaymentIntentId" | "paidAt">,
): void {
  db.query(
    `update payment_checkouts set status = $status, stripe_payment_intent_id = $stripePaymentIntentId, paid_at = $paidAt
     where session_id = $sessionId and status in ('open', 'expired')`,
  ).run({ sessionId, ...end });
}

/** Cancels the open links of these appointments and returns their ids. The fee of a missed visit stays, unless `fees`. */
export function cancelLinksOfVisits(
  db: Database,
  appointmentIds: readonly number[],
  { at, fees }: { readonly at: number; readonly fees: boolean },
): number[] {
  return pluck<number>(
    db,
    `update payments set status = 'canceled', canceled_at = $at, charge_at = null
     where status = 'open' and (way = 'link' or charge_at is not null) and is_fee <= $fees and id in (select payment_id from payment_visits
       where appointment_id in (select value from json_each($ids))) returning id`,
    { at, fees: Number(fees), ids: JSON.stringify(appointmentIds) },
  );
}

export function setReceiptTexted(db: Database, id: number, at: number): void {
  db.query("update payments set receipt_texted_at = ? where id = ?").run(at, id);
}

export function setLinkExpiry(db: Database, id: number, at: number): void {
  db.query("update payments set expires_at = ? where id = ?").run(at, id);
}
