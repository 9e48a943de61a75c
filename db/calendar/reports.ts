import type { Database } from "#db/connection.ts";

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
  readonly cents: number;
  readonly unpriced: number;
  /** Deposits of missed or canceled appointments that were not refunded, in cents. */
  readonly keptCents: number;
  /** Appointments whose client has booked again. */
  readonly rebooked: number;
}

interface DayOfReport {
  readonly day: string;
  readonly nextDay: string;
  /** The business's wall time. */
  readonly now: string;
  /** Epoch milliseconds by which a client must have booked again. */
  readonly rebookedBefore: number;
}

/** Appointments of a day in groups. `requested` ones aren't appointments yet. */
export function reportGroups(db: Database, day: DayOfReport): ReportGroup[] {
  return db
    .query<ReportGroup, { day: string; nextDay: string; now: string; rebookedBefore: number }>(
      `with visits as (
         select employee_id, service_id, services, iif(service_id is null, trim(service), '') as service, price_cents,
           case when status = 'no_show' or status = 'canceled' then status
             when ends_at <= $now then 'past' else 'upcoming' end as state,
           iif(status in ('no_show', 'canceled'), (
             select max(0, deposit_cents - (
               select coalesce(sum(r.amount), 0) from reversals r
               where r.stripe_payment_intent_id = b.payment_intent_id and (r.kind = 'refund' or r.status = 'lost')
             )) from online_bookings b
             where b.appointment_id = a.id and paid_at is not null and refund_due_at is null and refunded_at is null
           ), null) as kept,
           cast(substr(starts_at, 12, 2) as integer) as hour,
           exists (
             select 1 from appointments later
             where (later.contact_id = a.contact_id
                 or (a.contact_id is null and later.contact_id is null and later.phone = a.phone))
               and later.starts_at > a.starts_at
               and later.status not in ('canceled', 'requested') and later.created_at < $rebookedBefore
           ) as rebooked
         from appointments a
         where starts_at >= $day and starts_at < $nextDay and status <> 'requested'
       )
       select employee_id as employeeId, service_id as serviceId, services, service, state as status, hour,
         count(*) as count, coalesce(sum(price_cents), 0) as cents, sum(price_cents is null) as unpriced,
         coalesce(sum(kept), 0) as keptCents, sum(rebooked) as rebooked
       from visits group by 1, 2, 3, 4, 5, 6`,
    )
    .all({ ...day });
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
const IS_BOOKED = `a.contact_id is not null and a.status not in ('canceled', 'no_show', 'requested')
  and not exists (select 1 from appointments earlier
    where earlier.series_id = a.series_id and earlier.starts_at < a.starts_at)`;

/** Appointments created in the span by clients texted by an earlier campaign. Each counts for the latest one. */
export function campaignBookings(db: Database, span: BookingSpan): CampaignBookings[] {
  return db
    .query<CampaignBookings, { from: number; to: number; within: number }>(
      `with booked as (
         select employee_id, price_cents, (
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
      `select a.contact_id as contactId, coalesce(sum(price_cents), 0) as cents from appointments a
         join messages m on m.campaign_id = $campaignId and m.contact_id = a.contact_id and m.retry_of is null
       where a.created_at >= $from and a.created_at < $to and ${IS_BOOKED}
         and m.at <= a.created_at and m.at > a.created_at - $within
         and m.status in ('sent', 'delivered')
       group by a.contact_id`,
    )
    .all({ campaignId, ...span });
}
