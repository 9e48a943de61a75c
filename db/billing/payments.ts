import type { Database } from "#db/connection.ts";
import {
  exists,
  insertRow,
  integer,
  json,
  orNull,
  pluck,
  type RowOf,
  table,
  text,
} from "#db/rows.ts";
import { refundedOf } from "./payment-refunds.ts";

type PaymentWay = "link" | "card" | "cash" | "terminal" | "gift-card";

/** A service at its booked price, or what staff typed. */
export interface PaymentLine {
  readonly name: string;
  readonly priceCents: number;
  /** Null for what staff typed. */
  readonly serviceId: number | null;
  readonly employeeId: number | null;
}

const payments = table("payments", {
  id: integer(),
  /** Null without a contact, and once it is deleted. */
  contactId: orNull(integer()),
  /** Empty once the client is erased. */
  clientName: text(),
  status: text<"open" | "paid" | "canceled">(),
  way: text<PaymentWay>(),
  currency: text(),
  lines: json<readonly PaymentLine[]>(),
  discountCents: integer(),
  /** Null for a discount in money. */
  discountPercent: orNull(integer()),
  depositCents: integer(),
  depositPaidAt: orNull(integer()),
  /** The lines less discount and deposit. */
  dueCents: integer(),
  tipCents: integer(),
  /** Cash that the client gave. */
  receivedCents: orNull(integer()),
  takenBy: orNull(text()),
  createdAt: integer(),
  /** Until when a link can be paid. */
  expiresAt: orNull(integer()),
  paidAt: orNull(integer()),
  canceledAt: orNull(integer()),
  stripePaymentIntentId: orNull(text()),
  /** 1: staff are asked about it, because its link was canceled or had expired, or because its visit was canceled. */
  isLate: integer<0 | 1>(),
  /** When staff decided to keep or to refund it. */
  decidedAt: orNull(integer()),
  /** The card on file that is charged. */
  cardId: orNull(integer()),
  /** 1: the fee of a missed visit. */
  isFee: integer<0 | 1>(),
  /** From when a fee may be charged: staff can undo it until then. Null once Stripe is asked, and for all else. */
  chargeAt: orNull(integer()),
  /** What it was paid with, such as "Visa ending in 4242"; null where that isn't known. */
  card: orNull(text()),
  receiptTextedAt: orNull(integer()),
  /** When a visit was last deleted that staff are asked about, or may be once the payment is made. */
  visitDeletedAt: orNull(integer()),
});

export type PaymentRow = RowOf<typeof payments>;

type NewPayment = Omit<
  PaymentRow,
  | "id"
  | "canceledAt"
  | "stripePaymentIntentId"
  | "isLate"
  | "decidedAt"
  | "cardId"
  | "isFee"
  | "chargeAt"
  | "card"
  | "receiptTextedAt"
  | "visitDeletedAt"
> &
  Partial<Pick<PaymentRow, "cardId" | "isFee" | "chargeAt">>;

export function insertPayment(
  db: Database,
  payment: NewPayment,
  appointmentIds: readonly number[],
): number {
  const id = payments.insert(db, payment);
  for (const appointmentId of appointmentIds)
    insertRow(db, "payment_visits", { paymentId: id, appointmentId });
  return id;
}

export function findPayment(db: Database, id: number): PaymentRow | null {
  return payments.find(db, "where id = ?", id);
}

/** Returns a contact's payments before a position, newest first. */
export function paymentsOfContact(
  db: Database,
  contactId: number,
  before: { readonly at: number; readonly id: number },
  limit: number,
): PaymentRow[] {
  return payments.list(
    db,
    `where contact_id = $contactId and (created_at, id) < ($at, $id)
     order by created_at desc, id desc limit $limit`,
    { contactId, limit, ...before },
  );
}

/** Returns the payments of these appointments, newest first. */
export function paymentsOfVisits(db: Database, appointmentIds: readonly number[]): PaymentRow[] {
  return payments.list(
    db,
    `where id in (select payment_id from payment_visits
       where appointment_id in (select value from json_each(?))) order by id desc`,
    JSON.stringify(appointmentIds),
  );
}

export function visitsOfPayment(db: Database, id: number): number[] {
  return pluck(
    db,
    "select appointment_id from payment_visits where payment_id = ? order by appointment_id",
    id,
  );
}

/** Returns the newest payment of each appointment that is open or paid, by the appointment's id. */
export function paymentsByVisit(
  db: Database,
  appointmentIds: readonly number[],
): ReadonlyMap<number, PaymentRow> {
  const pairs = db
    .query<{ appointmentId: number; paymentId: number }, [string]>(
      `select appointment_id as appointmentId, max(payment_id) as paymentId
       from payment_visits join payments on payments.id = payment_id
       where appointment_id in (select value from json_each(?)) and status <> 'canceled'
       group by appointment_id`,
    )
    .all(JSON.stringify(appointmentIds));
  return new Map(
    pairs.flatMap(({ appointmentId, paymentId }) => {
      const row = findPayment(db, paymentId);
      return row ? [[appointmentId, row] as const] : [];
    }),
  );
}

/** Whether one of these appointments was paid, apart from the payment, and not refunded in full. */
export function isPaidOtherwise(
  db: Database,
  appointmentIds: readonly number[],
  exceptId: number,
): boolean {
  return paymentsOfVisits(db, appointmentIds).some(
    (one) =>
      one.id !== exceptId &&
      one.isFee === 0 &&
      one.status === "paid" &&
      (totalOf(one) === 0 || refundedOf(db, one) < totalOf(one)),
  );
}

/** Without what went back. */
export function totalOf({ dueCents, tipCents }: Pick<PaymentRow, "dueCents" | "tipCents">): number {
  return dueCents + tipCents;
}

/** Records a payment once. Returns false when it was recorded before. */
export function setPaid(
  db: Database,
  id: number,
  paid: {
    readonly tipCents: number;
    readonly intent: string | null;
    readonly card: string | null;
    readonly isLate: 0 | 1;
    readonly at: number;
  },
): boolean {
  return (
    db
      .query(
        `update payments set status = 'paid', tip_cents = $tipCents, stripe_payment_intent_id = $intent,
           card = $card, is_late = $isLate, paid_at = $at where id = $id and status <> 'paid'`,
      )
      .run({ id, ...paid }).changes === 1
  );
}

/** Returns false for one that is not open. */
export function setCanceled(db: Database, id: number, at: number): boolean {
  return (
    db
      .query(
        "update payments set status = 'canceled', canceled_at = ? where id = ? and status = 'open'",
      )
      .run(at, id).changes === 1
  );
}

/** Takes back a payment that was recorded, so that its visits are unpaid. */
export function withdrawPayment(db: Database, id: number, at: number): void {
  db.query("update payments set status = 'canceled', canceled_at = ? where id = ?").run(at, id);
}

/** Payments about which staff were asked and didn't decide, oldest first. Some may have been refunded at Stripe since. */
export function listUndecidedPayments(db: Database): PaymentRow[] {
  return payments.list(db, "where is_late = 1 and decided_at is null order by id");
}

/** Whether one of these appointments has a link that can be paid. */
export function hasOpenPayment(
  db: Database,
  appointmentIds: readonly number[],
  now: number,
): boolean {
  return exists(
    db,
    `select 1 from payment_visits join payments on payments.id = payment_id
     where appointment_id in (select value from json_each(?)) and status = 'open' and is_fee = 0
       and (expires_at > ? or way = 'card')`,
    JSON.stringify(appointmentIds),
    now,
  );
}

/** Removes an erased client from a payment, and cancels an open link. What was paid remains. */
export function anonymizePayment(
  db: Database,
  id: number,
  { lines, at }: { readonly lines: readonly PaymentLine[]; readonly at: number },
): void {
  db.query(
    `update payments set client_name = '', contact_id = null, card = null, lines = $lines,
       canceled_at = iif(status = 'open', $at, canceled_at), status = iif(status = 'open', 'canceled', status)
     where id = $id`,
  ).run({ id, at, lines: JSON.stringify(lines) });
}
