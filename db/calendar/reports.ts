import type { PaymentLine } from "#db/billing/payments.ts";
import type { Database } from "#db/connection.ts";
import { returnedOf } from "#db/reversal-sums.ts";

/** Appointments of one day that have the same employee, service, status and hour. */
export interface ReportGroup {
  readonly employeeId: number;
  readonly serviceId: number | null;
  /** JSON of several services; null for one or none. */
  readonly services: string | null;
  /** The typed service where none was chosen. */
  readonly service: string;
  readonly status: "past" | "no_show" | "canceled" | "upcoming";
  readonly hour: number;
  readonly count: number;
  /** The same, where the parts of a visit with several employees count once. */
  readonly visits: number;
  /** Those whose payment at the desk is known. */
  readonly paid: number;
  /** List prices of the others. */
  readonly cents: number;
  /** Visits without a price whose payment is not known. */
  readonly unpriced: number;
  /** Visits that count at their list price. */
  readonly listed: number;
  /** Deposits of missed or canceled appointments that were not refunded, in cents. */
  readonly keptCents: number;
  /** Visits whose client has booked again. */
  readonly rebooked: number;
}

interface DayOfReport {
  readonly day: string;
  readonly nextDay: string;
  /** The business's wall time. */
  readonly now: string;
  /** Those whose parts of a visit can be counted; null for all. */
  readonly employees: readonly number[] | null;
  /** Epoch milliseconds by which a client must have booked again. */
  readonly rebookedBefore: number;
}

/** Appointments of a day in groups. `requested` ones aren't appointments yet. */
export function reportGroups(db: Database, day: DayOfReport): ReportGroup[] {
  return db
    .query<ReportGroup, Record<string, string | number | null>>(
      `with listed as (
         select *, exists (select 1 from payment_visits v join payments p on p.id = v.payment_id
           where v.appointment_id = appointments.id and p.status = 'paid') as is_paid
         from appointments where starts_at >= $day and starts_at < $nextDay and status <> 'requested'
       ), visits as (
         select is_paid, employee_id, service_id, services, iif(service_id is null, trim(service), '') as service, price_cents,
           case when status = 'no_show' or status = 'canceled' then status
             when ends_at <= $now or is_paid and starts_at <= $now then 'past' else 'upcoming' end as state,
           iif(status in ('no_show', 'canceled'), (
             select max(0, deposit_cents - ${returnedOf("b.payment_intent_id")}) from online_bookings b
             where b.appointment_id = a.id and paid_at is not null and refund_due_at is null and refunded_at is null
           ), null) as kept,
           cast(substr(starts_at, 12, 2) as integer) as hour,
           exists (
             select 1 from appointments later
             where (later.contact_id = a.contact_id
                 or (a.contact_id is null and later.contact_id is null and later.phone = a.phone))
               and later.starts_at > a.starts_at and (a.visit_id is null or later.visit_id is not a.visit_id)
               and later.status not in ('canceled', 'requested') and later.created_at < $rebookedBefore
           ) as rebooked,
           a.visit_id is null or not exists (
             select 1 from appointments earlier where earlier.visit_id = a.visit_id and earlier.starts_at < a.starts_at
               and (earlier.status <> 'canceled' or a.status = 'canceled') and ($employees is null
                 or earlier.employee_id in (select value from json_each($employees)))
           ) and (a.status <> 'canceled' or a.visit_id is null or not exists (
             select 1 from appointments other where other.visit_id = a.visit_id and other.status <> 'canceled')) as is_visit
         from listed a
       )
       select employee_id as employeeId, service_id as serviceId, services, service, state as status, hour,
         count(*) as count, sum(is_visit) as visits, sum(is_paid) as paid, coalesce(sum(iif(is_paid, 0, price_cents)), 0) as cents,
         sum(price_cents is null and not is_paid and is_visit) as unpriced,
         sum(price_cents is not null and not is_paid and is_visit) as listed,
         coalesce(sum(kept), 0) as keptCents, sum(rebooked and is_visit) as rebooked
       from visits group by 1, 2, 3, 4, 5, 6`,
    )
    .all({ ...day, employees: day.employees && JSON.stringify(day.employees) });
}

export interface CampaignBookings {
  readonly campaignId: number;
  readonly employeeId: number;
  readonly name: string;
  readonly bookings: number;
  readonly cents: number;
}

interface BookingSpan {
  /** Epoch milliseconds, from inclusive to exclusive. */
  readonly from: number;
  readonly to: number;
  /** Milliseconds before the booking within which the campaign's text was sent. */
  readonly within: number;
}

/** A series is one booking, by its first visit: the client decided once, and later visits may change. */
export const IS_BOOKED = `a.contact_id is not null and a.status not in ('canceled', 'no_show', 'requested')
  and not exists (select 1 from appointments earlier
    where (earlier.series_id = a.series_id or earlier.visit_id = a.visit_id) and earlier.starts_at < a.starts_at)`;

/** What a booking is worth: the first part of a visit stands for all. */
export const WORTH = `coalesce((select sum(part.price_cents) from appointments part
  where part.visit_id = a.visit_id and part.status <> 'canceled'), a.price_cents)`;

/** Appointments created in the span by clients texted by an earlier campaign. Each counts for the latest one. */
export function campaignBookings(db: Database, span: BookingSpan): CampaignBookings[] {
  return db
    .query<CampaignBookings, { from: number; to: number; within: number }>(
      `with booked as (
         select employee_id, ${WORTH} as price_cents, (
           select m.campaign_id from messages m
           where m.contact_id = a.contact_id and m.at <= a.created_at and m.at > a.created_at - $within
             and m.campaign_id is not null and m.status in ('sent', 'delivered')
           order by m.at desc limit 1
         ) as campaign_id
         from appointments a where a.created_at >= $from and a.created_at < $to and ${IS_BOOKED}
       )
       select campaign_id as campaignId, employee_id as employeeId, name, count(*) as bookings, coalesce(sum(price_cents), 0) as cents
       from booked join campaigns on campaigns.id = campaign_id group by campaign_id, employee_id`,
    )
    .all({ ...span });
}

/** Clients of one campaign who booked in the span, and what their appointments are worth. */
export function bookingsOfCampaign(
  db: Database,
  campaignId: number,
  span: BookingSpan,
): readonly { readonly contactId: number; readonly cents: number }[] {
  return db
    .query<
      { contactId: number; cents: number },
      { campaignId: number; from: number; to: number; within: number }
    >(
      `select a.contact_id as contactId, coalesce(sum(${WORTH}), 0) as cents from appointments a
         join messages m on m.campaign_id = $campaignId and m.contact_id = a.contact_id and m.retry_of is null
       where a.created_at >= $from and a.created_at < $to and ${IS_BOOKED}
         and m.at <= a.created_at and m.at > a.created_at - $within
         and m.status in ('sent', 'delivered')
       group by a.contact_id`,
    )
    .all({ campaignId, ...span });
}

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
         select lines, discount_percent as discountPercent, due_cents as due, tip_cents as tip, is_fee,
           -- at most what the salon has of the deposits, without those that pay for the visit again after a refund, and those
           -- of visits that didn't take place, which are kept deposits
           min(deposit_cents, coalesce((select sum(iif(a.status in ('no_show', 'canceled') or exists (
                   select 1 from payment_visits o join payments later on later.id = o.payment_id
                   where o.appointment_id = v.appointment_id and later.id > p.id and later.status = 'paid' and later.is_fee = 0
                 ), 0, max(0, b.deposit_cents - ${returnedOf("b.payment_intent_id")})))
               from payment_visits v
               join online_bookings b indexed by online_bookings_of_appointment on b.appointment_id = v.appointment_id
               join appointments a on a.id = v.appointment_id
               where v.payment_id = p.id and b.paid_at is not null), deposit_cents)) as deposit,
           iif(stripe_payment_intent_id is null,
             coalesce((select sum(cents) from payment_refunds r where r.payment_id = p.id
               and r.stripe_payment_intent_id is null and r.made_at is not null), 0),
             ${returnedOf("p.stripe_payment_intent_id")}) as back
         from payments p where id in (select id from ids) and status = 'paid'
       )
       select lines, discountPercent, deposit + max(0, due - back) as cents, max(0, tip - max(0, back - due)) as tipCents,
         is_fee as isFee from paid`,
    )
    .all({ ...span })
    .map(({ lines, ...one }) => ({ ...one, lines: JSON.parse(lines) as PaymentLine[] }));
}
