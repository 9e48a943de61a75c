import type { Database } from "#db/connection.ts";
import { exists, pluck } from "#db/rows.ts";
import type { PaymentRow } from "./payments.ts";

/** Charges of cards on file for which Stripe was asked and whose outcome is not known, oldest first. */
export function listOpenCharges(db: Database): number[] {
  return pluck(
    db,
    "select id from payments where way = 'card' and status = 'open' and charge_at is null order by id",
  );
}

/** Fees that can't be undone anymore, in the order of the decisions. */
export function listDueFees(db: Database, now: number): number[] {
  return pluck(
    db,
    "select id from payments where charge_at <= ? and status = 'open' order by charge_at",
    now,
  );
}

/** Records that Stripe is about to be asked. Returns false for a fee that was undone meanwhile. */
export function setFeeSent(db: Database, id: number, now: number): boolean {
  return (
    db
      .query(
        "update payments set charge_at = null where id = ? and charge_at <= ? and status = 'open'",
      )
      .run(id, now).changes === 1
  );
}

/** Takes back the fees of an appointment for which Stripe was not asked. Returns their ids. */
export function cancelUnsentFees(db: Database, appointmentId: number, at: number): number[] {
  return pluck<number>(
    db,
    `update payments set status = 'canceled', canceled_at = $at, charge_at = null
     where status = 'open' and charge_at is not null
       and id in (select payment_id from payment_visits where appointment_id = $appointmentId) returning id`,
    { at, appointmentId },
  );
}

/** Whether a charge of this card has no outcome yet. */
export function hasOpenCharge(db: Database, cardId: number): boolean {
  return exists(
    db,
    "select 1 from payments where card_id = ? and way = 'card' and status = 'open'",
    cardId,
  );
}

/** Whether the same was charged to this card since then. */
export function hasSameCharge(
  db: Database,
  {
    cardId,
    lines,
    dueCents,
    tipCents,
    since,
  }: Pick<PaymentRow, "lines" | "dueCents" | "tipCents"> & {
    readonly cardId: number;
    readonly since: number;
  },
): boolean {
  return exists(
    db,
    `select 1 from payments where card_id = $cardId and status = 'paid' and created_at >= $since
       and lines = $lines and due_cents = $dueCents and tip_cents = $tipCents`,
    { cardId, since, dueCents, tipCents, lines: JSON.stringify(lines) },
  );
}
