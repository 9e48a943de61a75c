import type { Database } from "#db/connection.ts";
import { returnedOf } from "#db/reversal-sums.ts";
import { integer, orNull, type RowOf, table, text } from "#db/rows.ts";

const notes = table("contact_notes", {
  id: integer(),
  contactId: integer(),
  body: text(),
  authorId: orNull(text()),
  /** The username at that time. */
  author: text(),
  createdAt: integer(),
  editedAt: orNull(integer()),
});

export type NoteRow = RowOf<typeof notes>;

/** A contact's notes before a position, newest first. */
export function notesOf(
  db: Database,
  contactId: number,
  before: { at: number; id: number },
  limit: number,
): NoteRow[] {
  return notes.list(
    db,
    `where contact_id = $contactId and (created_at, id) < ($at, $id)
     order by created_at desc, id desc limit $limit`,
    { contactId, limit, ...before },
  );
}

export function findNote(db: Database, contactId: number, id: number): NoteRow | null {
  return notes.find(db, "where id = ? and contact_id = ?", id, contactId);
}

export function insertNote(db: Database, note: Omit<NoteRow, "id" | "editedAt">): number {
  return notes.insert(db, note);
}

export function changeNote(db: Database, id: number, body: string, now: number): void {
  notes.update(db, id, { body, editedAt: now });
}

export function deleteNote(db: Database, id: number): void {
  db.query("delete from contact_notes where id = ?").run(id);
}

interface TotalsRow {
  readonly visits: number;
  readonly noShows: number;
  readonly texts: number;
  readonly lastTextAt: number | null;
  /** Those that are not canceled. */
  readonly memberships: number;
  readonly paymentPlans: number;
  /** Cents of memberships, payment plans, deposits and payments at the desk, without what went back. */
  readonly paidCents: number;
  /** The parts of it for memberships and payment plans. */
  readonly membershipCents: number;
  readonly planCents: number;
}

/** What there is of a contact. `employees`: whose visits count, null for all; `now` is the business's wall time. */
export function readTotals(
  db: Database,
  of: {
    readonly contactId: number;
    readonly employees: readonly number[] | null;
    readonly now: string;
  },
): TotalsRow {
  const row = db
    .query<TotalsRow, { contactId: number; employees: string | null; now: string }>(
      `with received as (
         select 'membership' as what, p.amount, p.stripe_payment_intent_id as intent from membership_payments p
           join subscriptions s on s.id = p.subscription_id where s.contact_id = $contactId
         union all
         select 'plan', i.amount, i.stripe_payment_intent_id from payment_plan_installments i
           join payment_plan_subscriptions s on s.id = i.subscription_id
         where s.contact_id = $contactId and i.status = 'paid'
         union all
         select 'visit', deposit_cents, payment_intent_id from online_bookings
         where contact_id = $contactId and paid_at is not null and refunded_at is null
         union all
         select 'visit', due_cents + tip_cents - coalesce((select sum(cents) from payment_refunds
             where payment_id = p.id and stripe_payment_intent_id is null and made_at is not null), 0),
           stripe_payment_intent_id
         from payments p where contact_id = $contactId and status = 'paid'
       ),
       kept as (
         select what, max(0, amount - ${returnedOf("intent")}) as cents from received
       )
       select
         (select count(*) from appointments
          where contact_id = $contactId and ends_at <= $now
            and status not in ('canceled', 'no_show', 'requested')
            and ($employees is null or employee_id in (select value from json_each($employees)))) as visits,
         (select count(*) from appointments
          where contact_id = $contactId and status = 'no_show'
            and ($employees is null or employee_id in (select value from json_each($employees)))) as noShows,
         (select count(*) from messages
          where contact_id = $contactId and at is not null and hidden = 0) as texts,
         (select max(at) from messages
          where contact_id = $contactId and at is not null and hidden = 0) as lastTextAt,
         (select count(*) from subscriptions
          where contact_id = $contactId and status <> 'canceled') as memberships,
         (select count(*) from payment_plan_subscriptions
          where contact_id = $contactId and status in ('active', 'past_due')) as paymentPlans,
         (select coalesce(sum(cents), 0) from kept) as paidCents,
         (select coalesce(sum(cents), 0) from kept where what = 'membership') as membershipCents,
         (select coalesce(sum(cents), 0) from kept where what = 'plan') as planCents`,
    )
    .get({
      ...of,
      employees: of.employees && JSON.stringify(of.employees),
    });
  if (!row) throw new Error("A query without a table has one row");
  return row;
}
