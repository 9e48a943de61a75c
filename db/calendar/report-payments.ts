import type { PaymentLine } from "#db/billing/payments.ts";
import type { Database } from "#db/connection.ts";

/** A payment at the desk, for the report. */
export interface ReportPayment {
  readonly lines: readonly PaymentLine[];
  /** Of a discount on the services. */
  readonly discountPercent: number | null;
  /** What the salon has of it, the deposit included, without the tip and what was refunded. */
  readonly cents: number;
  /** The tip. A refund takes from the price first. */
  readonly tipCents: number;
  /** 1: the fee of a missed visit. */
  readonly isFee: 0 | 1;
}

interface Span {
  readonly day: string;
  readonly nextDay: string;
  /** The business's wall time. */
  readonly now: string;
  /** The same day in epoch milliseconds, for payments without a visit. */
  readonly from: number;
  readonly to: number;
}

/** The payments of a day: of visits that began on it, and those without a visit that were made on it. */
export function reportPayments(db: Database, span: Span): ReportPayment[] {
  return db
    .query<
      Omit<ReportPayment, "lines"> & { readonly lines: string },
      Record<string, string | number>
    >(
      `with ids as (
         select payment_id as id from payment_visits v join appointments a on a.id = v.appointment_id
         where a.starts_at >= $day and a.starts_at < $nextDay and a.starts_at <= $now
         -- a payment of several visits counts on the day of the first
           and v.appointment_id = (select min(appointment_id) from payment_visits o where o.payment_id = v.payment_id)
         union
         select p.id from payments p where paid_at >= $from and paid_at < $to
           and not exists (select 1 from payment_visits v where v.payment_id = p.id)
       ), paid as (
         select lines, discount_percent as discountPercent, due_cents as due, tip_cents as tip, deposit_cents as deposit, is_fee,
           iif(stripe_payment_intent_id is null,
             coalesce((select sum(cents) from payment_refunds r where r.payment_id = p.id
               and r.stripe_payment_intent_id is null and r.made_at is not null), 0),
             coalesce((select sum(amount) from reversals r where r.stripe_payment_intent_id = p.stripe_payment_intent_id
               and (r.kind = 'refund' or r.status = 'lost')), 0)) as back
         from payments p where id in (select id from ids) and status = 'paid'
       )
       select lines, discountPercent, deposit + max(0, due - back) as cents, max(0, tip - max(0, back - due)) as tipCents,
         is_fee as isFee from paid`,
    )
    .all({ ...span })
    .map(({ lines, ...one }) => ({ ...one, lines: JSON.parse(lines) as PaymentLine[] }));
}
