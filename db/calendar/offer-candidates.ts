import { BASIS } from "#db/clients/marketing-basis.ts";
import type { Database } from "#db/connection.ts";
import { phoneText } from "#db/phone.ts";
import type { MarketingBasis } from "#src/shared/marketing-basis.ts";

/** A client whose day for an offer has come, with everything that decides whether they get it. */
export interface OfferCandidate {
  /** Grows within a step: where the next slice begins. */
  readonly position: number;
  readonly contactId: number;
  readonly name: string;
  /** E.164. */
  readonly phone: string;
  readonly optedOut: boolean;
  readonly inReview: boolean;
  readonly undeliverable: boolean;
  readonly refusesOffers: boolean;
  readonly basis: MarketingBasis;
  readonly hasUpcoming: boolean;
  /** When the last offer to the client left, or was written if it waits, in epoch milliseconds; null for none lately. */
  readonly lastOfferAt: number | null;
  /** When the client last got this text; null for never. */
  readonly lastSameAt: number | null;
  /** The text was sent for this reason before. */
  readonly isDone: boolean;
  /** What the visit was for; empty without a chosen service, and for a birthday. */
  readonly service: string;
  readonly employeeId: number | null;
  /** The last visit's local time; null for a birthday. */
  readonly visitedAt: string | null;
  readonly visitId: number | null;
}

interface StoredCandidate
  extends Omit<
    OfferCandidate,
    "phone" | "optedOut" | "inReview" | "undeliverable" | "refusesOffers" | "hasUpcoming" | "isDone"
  > {
  readonly phone: number;
  readonly optedOut: number;
  readonly inReview: number;
  readonly undeliverable: number;
  readonly agreed: number | null;
  readonly hasUpcoming: number;
  readonly isDone: number;
}

export interface CandidateSlice {
  readonly kind: string;
  /** What follows "visit 12" in the reason. */
  readonly suffix: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The business's wall time. */
  readonly wallTime: string;
  /** Offers that were written before this don't matter, in epoch milliseconds. */
  readonly offersSince: number;
  readonly after: number;
  readonly limit: number;
}

const FACTS = (
  position: string,
  reason: string,
) => `${position} as position, c.id as contactId, c.name, c.phone,
  c.opted_out as optedOut, c.undeliverable, c.agreed, ${BASIS} as basis,
  exists (select 1 from opt_out_reviews r where r.phone = c.phone) as inReview,
  exists (select 1 from appointments u where u.contact_id = c.id and u.starts_at > $wallTime
    and u.status in ('requested', 'booked', 'confirmed')) as hasUpcoming,
  (select max(coalesce(m.sent_at, m.at)) from messages m where m.contact_id = c.id and m.at is not null and m.at >= $offersSince
    and (m.campaign_id is not null or m.kind = 'marketing')
    and m.status in ('pending', 'claimed', 'in_doubt', 'sent', 'delivered', 'unknown')) as lastOfferAt,
  (select max(t.created_at) from automatic_texts t where t.contact_id = c.id and t.kind = $kind) as lastSameAt,
  exists (select 1 from automatic_texts t where t.contact_id = c.id and t.kind = $kind and t.reason = ${reason}) as isDone`;

const VISIT_REASON = "'visit ' || a.id || $suffix";
const VISIT = "a.employee_id as employeeId, a.starts_at as visitedAt, a.id as visitId";
/** Visits of one day that count for a client. The plus keeps to the index of their times. */
const OF_DAY = `a.starts_at >= $day and a.starts_at < $nextDay and a.contact_id is not null
  and a.status in ('booked', 'confirmed', 'arrived') and +a.id > $after`;
/** The rows of a slice are chosen first, so that only theirs are looked at closely. */
const fromVisits = (slice: string) => `from (${slice} order by 1 limit $limit) chosen
  cross join appointments a on a.id = chosen.id cross join contacts c on c.id = a.contact_id order by a.id`;

interface VisitDay {
  readonly day: string;
  readonly nextDay: string;
}

/** Clients with a visit on the day. */
export function listVisitors(db: Database, slice: CandidateSlice, day: VisitDay): OfferCandidate[] {
  return list(
    db,
    `select ${FACTS("a.id", VISIT_REASON)}, iif(a.service_id is null, '', a.service) as service, ${VISIT}
     ${fromVisits(`select a.id from appointments a where ${OF_DAY}`)}`,
    { ...slice, ...day },
  );
}

/** Another visit of the client after this one, until now. */
const LATER = `select 1 from appointments l where l.contact_id = a.contact_id and (l.starts_at, l.id) > (a.starts_at, a.id)
  and l.starts_at <= $wallTime and l.status in ('booked', 'confirmed', 'arrived')`;

/** Those of them who haven't come in since. */
export function listAbsent(db: Database, slice: CandidateSlice, day: VisitDay): OfferCandidate[] {
  return list(
    db,
    `select ${FACTS("a.id", VISIT_REASON)}, iif(a.service_id is null, '', a.service) as service, ${VISIT}
     ${fromVisits(`select a.id from appointments a where ${OF_DAY} and not exists (${LATER})`)}`,
    { ...slice, ...day },
  );
}

const HAS_SERVICE = (
  visit: string,
) => `(${visit}.service_id = s.id or (${visit}.services is not null
  and exists (select 1 from json_each(${visit}.services) one where one.value ->> 'serviceId' = s.id)))`;
/** The first text for the reason was sent, and the client has written nothing since. */
const HAS_FIRST = `exists (select 1 from automatic_texts f where f.contact_id = a.contact_id and f.kind = $kind
  and f.reason = 'visit ' || a.id || ' after ' || $weeks || ' weeks' and not exists (select 1 from messages w
    where w.contact_id = a.contact_id and w.at is not null and w.at >= f.created_at and w.status = 'received'))`;

/**
 * Clients who had a service on the day that is due again after so many weeks, and not since. `again`: who got the text
 * for it before and hasn't written since.
 */
export function listDue(
  db: Database,
  slice: CandidateSlice,
  { weeks, again, ...day }: VisitDay & { readonly weeks: number; readonly again: boolean },
): OfferCandidate[] {
  return list(
    db,
    `select ${FACTS("a.id", VISIT_REASON)}, chosen.service, ${VISIT}
     ${fromVisits(`select id, service from (
         select a.id, (select group_concat(s.name, char(31)) from services s where s.return_weeks = $weeks
           and s.deleted_at is null and ${HAS_SERVICE("a")} and not exists (${LATER} and ${HAS_SERVICE("l")})) as service
         from appointments a where ${OF_DAY} ${again ? `and ${HAS_FIRST}` : ""})
       where service is not null`)}`,
    { ...slice, ...day, weeks },
  );
}

/** Clients with one of these birthdays, such as "05-14". */
export function listBirthdays(
  db: Database,
  slice: CandidateSlice,
  { birthdays, year }: { readonly birthdays: readonly string[]; readonly year: string },
): OfferCandidate[] {
  return list(
    db,
    `select ${FACTS("c.id", "'birthday ' || $year || $suffix")}, '' as service, null as employeeId, null as visitedAt, null as visitId
     from (select id from contacts where birthday is not null
         and substr(birthday, -5) in (select value from json_each($birthdays)) and id > $after order by id limit $limit) chosen
       cross join contacts c on c.id = chosen.id order by c.id`,
    { ...slice, birthdays: JSON.stringify(birthdays), year },
  );
}

type Bindings = Record<string, string | number>;

function list(db: Database, sql: string, values: Bindings): OfferCandidate[] {
  const rows = db.query<StoredCandidate, Bindings>(sql).all(values);
  return rows.map(({ agreed, phone, ...row }) => ({
    ...row,
    phone: phoneText(phone),
    optedOut: row.optedOut === 1,
    inReview: row.inReview === 1,
    undeliverable: row.undeliverable === 1,
    refusesOffers: agreed === 0,
    hasUpcoming: row.hasUpcoming === 1,
    isDone: row.isDone === 1,
  }));
}
