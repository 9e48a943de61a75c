import type { Database } from "#db/connection.ts";

/** What an entry's target is about today. Nulls for what doesn't apply, and for what was erased or deleted. */
export interface AuditSubject {
  readonly targetType: string;
  readonly targetId: string;
  readonly contactId: number | null;
  readonly clientName: string | null;
  readonly visitId: number | null;
  /** Wall time of the visit. */
  readonly startsAt: string | null;
  /** The visit's, if it is one of the salon's and not typed in. */
  readonly service: string | null;
  /** The visit's; null for any other target. */
  readonly employeeId: number | null;
  /** Of what isn't a client: a campaign, service, employee, tag, plan, membership or user. */
  readonly name: string | null;
}

/** Kinds of targets with a name, and their tables. */
const NAMED = {
  campaign: "name from campaigns",
  service: "name from services",
  employee: "name from employees",
  tag: "name from tags",
  membership: "name from memberships",
  payment_plan: "name from payment_plans",
  quick_reply: "title from quick_replies",
  user: "username from users",
};

/** Kinds of targets that belong to a contact, and their tables. */
const OF_CONTACTS = {
  contact: "id from contacts",
  conversation: "contact_id from conversations",
  waitlist: "contact_id from waitlist",
  call: "contact_id from calls",
  potential_appointment: "contact_id from potential_appointments",
  contact_update: "contact_id from contact_update_requests",
  review: "contact_id from reviews",
  payment: "contact_id from payments",
  subscription: "contact_id from subscriptions",
  plan_subscription: "contact_id from payment_plan_subscriptions",
};

/** The id of a payment of Stripe is a text, which no number equals. */
const id = (type: string) =>
  ["membership", "payment_plan", "user"].includes(type) ? "target" : "cast(target as integer)";

const SUBJECTS = `
  with targets (type, target) as (
    select distinct value ->> 0, value ->> 1 from json_each(?)
  ), visits (type, target, booking, appointment) as (
    select type, target, null, cast(target as integer) from targets where type = 'appointment'
    union all
    select type, target, online_bookings.id, appointment_id from targets
    cross join online_bookings on online_bookings.id = cast(target as integer)
    where type = 'booking'
  ), subjects (type, target, contact, client, visit, starts, service, employee, name) as (
    select type, target, contact_id, iif(name_key = '', null, client_name), id, starts_at,
      iif(service_id is null, null, service), employee_id, null
    from visits cross join appointments on id = appointment
    union all
    select type, target, contact_id, nullif(client_name, 'Erased client'), null, starts_at,
      (select name from services where services.id = service_id), employee_id, null
    from visits cross join online_bookings on id = booking where appointment is null
    ${Object.entries(OF_CONTACTS)
      .map(
        ([type, from]) => `union all
    select type, target, (select ${from} where id = ${id(type)}), null, null, null, null, null, null
    from targets where type = '${type}'`,
      )
      .join("\n")}
    ${Object.entries(NAMED)
      .map(
        ([type, from]) => `union all
    select type, target, null, null, null, null, null, null, (select ${from} where id = ${id(type)})
    from targets where type = '${type}'`,
      )
      .join("\n")}
  )
  select type as targetType, target as targetId, contacts.id as contactId,
    coalesce(client, contacts.name) as clientName, visit as visitId, starts as startsAt, service,
    employee as employeeId, subjects.name
  from subjects left join contacts on contacts.id = contact`;

/** Reads what the targets are about, each once, in one query for a whole page of the log. */
export function readAuditSubjects(
  db: Database,
  targets: readonly (readonly [type: string, id: string])[],
): AuditSubject[] {
  return db.query<AuditSubject, [string]>(SUBJECTS).all(JSON.stringify(targets));
}
