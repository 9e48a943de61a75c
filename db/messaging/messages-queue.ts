import { detailColumns } from "#db/clients/contacts.ts";
import { BASIS } from "#db/clients/marketing-basis.ts";
import type { Database } from "#db/connection.ts";
import { phoneText } from "#db/phone.ts";
import { count, findValue, pluck } from "#db/rows.ts";
import { MERGE_DETAILS, type MergeDetails, pickMergeDetails } from "#src/shared/contact-fields.ts";
import type { MarketingBasis } from "#src/shared/marketing-basis.ts";
import { countFailure } from "./campaign-report.ts";
import { countRecipient } from "./campaigns.ts";

export type Purpose =
  | "chat"
  | "campaign"
  | "keyword"
  | "test"
  | "thank-you"
  | "reminder"
  | "billing"
  /** The link to a payment at the desk, and its receipt. */
  | "payment"
  | "invite"
  | "confirmation"
  /** Parlor declined a request, released a time or took a client off the waitlist, because a deadline passed. */
  | "decline"
  /** The salon moved, canceled or deleted a visit. */
  | "visit-change"
  | "missed-call"
  | "offer"
  /** Brings a client back, by the rules of campaigns. */
  | "marketing"
  | "code";

/** A text that is due, with the contact's current state, which decides whether it may be sent. */
export interface DueText {
  readonly id: number;
  readonly phone: string;
  /** Null when the campaign's message is to be filled in. */
  readonly body: string | null;
  readonly purpose: Purpose;
  readonly campaignId: number | null;
  readonly retryOf: number | null;
  /** When it was due to be sent, in epoch milliseconds. */
  readonly since: number;
  /** Staff have not yet decided whether the client opted out. */
  readonly inReview: boolean;
  /** Null once the contact is deleted. */
  readonly contact:
    | ({
        readonly id: number;
        readonly name: string;
        readonly optedOut: boolean;
        readonly undeliverable: boolean;
        /** Refused offers, or agreed to texts about appointments only. */
        readonly refusesOffers: boolean;
        readonly basis: MarketingBasis;
      } & MergeDetails)
    | null;
}

interface StoredDueText extends MergeDetails {
  readonly id: number;
  readonly phone: number;
  readonly body: string | null;
  readonly purpose: Purpose;
  readonly campaignId: number | null;
  readonly retryOf: number | null;
  readonly since: number;
  readonly contactId: number | null;
  readonly name: string | null;
  readonly optedOut: number | null;
  readonly undeliverable: number | null;
  readonly inReview: number;
  readonly agreed: number | null;
  readonly basis: MarketingBasis;
}

const DUE = `
  select m.id, m.phone, m.body, m.purpose, m.campaign_id as campaignId,
    m.retry_of as retryOf, coalesce(m.at, m.due_at) as since, c.id as contactId, c.name, c.opted_out as optedOut, c.undeliverable,
    exists (select 1 from opt_out_reviews r where r.phone = m.phone) as inReview, c.agreed,
    ${BASIS} as basis${detailColumns("c", MERGE_DETAILS)}
  from messages m left join contacts c on c.id = m.contact_id
  where m.status = 'pending' and m.due_at <= $now and not exists (
    select 1 from messages other where other.phone = m.phone and other.status in ('claimed', 'in_doubt'))`;

/** Due texts that belong to no campaign, such as chat texts, keyword answers and codes. */
export function dueTexts(db: Database, now: number, limit: number): DueText[] {
  return db
    .query<StoredDueText, { now: number; limit: number }>(
      `${DUE} and m.campaign_id is null order by m.due_at, m.id limit $limit`,
    )
    .all({ now, limit })
    .map(toDueText);
}

export function dueRecipients(
  db: Database,
  campaignId: number,
  now: number,
  limit: number,
): DueText[] {
  return db
    .query<StoredDueText, { now: number; limit: number; campaignId: number }>(
      `${DUE} and m.campaign_id = $campaignId order by m.due_at, m.id limit $limit`,
    )
    .all({ now, limit, campaignId })
    .map(toDueText);
}

/** When the next waiting text that belongs to no campaign is due, in epoch milliseconds. */
export function nextDueAt(db: Database): number | undefined {
  return findValue<number>(
    db,
    `select due_at from messages where status = 'pending' and campaign_id is null
     order by due_at limit 1`,
  );
}

export function nextRecipientDueAt(db: Database, campaignId: number): number | undefined {
  return findValue<number>(
    db,
    "select due_at from messages where status = 'pending' and campaign_id = ? order by due_at limit 1",
    campaignId,
  );
}

/** Counts recipients whose text is not claimed yet. */
export function countWaiting(db: Database, campaignId: number): number {
  return count(
    db,
    "select count(*) from messages where status = 'pending' and campaign_id = ? and retry_of is null",
    campaignId,
  );
}

/** Counts texts that the provider has, or may have, and that have no outcome yet: at most a few hundred. */
export function countInFlight(db: Database): number {
  return count(db, "select count(*) from messages where status in ('claimed', 'in_doubt')");
}

export interface TextClaim {
  readonly id: number;
  /** The body as it will be sent; null when it equals the campaign's message of that version. */
  readonly body: string | null;
  readonly textVersion: number | null;
  readonly segments: number;
}

/**
 * Claims a text for sending. Returns false when the number has another text in flight, and then the
 * text keeps waiting. The partial unique index decides this, so there is no race with a read.
 */
export function claimText(db: Database, text: TextClaim, now: number): boolean {
  const { changes } = db
    .query(
      `update or ignore messages set status = 'claimed', claimed_at = ?2, at = coalesce(at, ?2),
         body = ?3, text_version = ?4, segments = ?5
       where id = ?1 and status = 'pending'`,
    )
    // Positional parameters: each named one costs half a microsecond, and this runs for every text.
    .run(text.id, now, text.body, text.textVersion, text.segments);
  return changes > 0;
}

/** Returns false for a text that no longer waits. */
export function skipText(db: Database, id: number, reason: string, now: number): boolean {
  const { changes } = db
    .query(
      `update messages set status = 'skipped', error = $reason, settled_after = $now - coalesce(at, 0)
       where id = $id and status = 'pending'`,
    )
    .run({ id, reason, now });
  if (changes === 0) return false;
  countRecipient(db, id, "skipped_count", 1);
  countFailure(db, id, "skipped", 1);
  return true;
}

/** Skips a text that still waits, or the retry of it that does. Returns false if neither does. */
export function skipTextOrRetry(db: Database, id: number, reason: string, now: number): boolean {
  const waiting = pluck<number>(
    db,
    "select id from messages where (id = ?1 or retry_of = ?1) and status = 'pending'",
    id,
  );
  return waiting.filter((one) => skipText(db, one, reason, now)).length > 0;
}

/** The ids of a contact's waiting texts. The answer to a keyword goes to the number that sent the keyword. */
export const WAITING_TEXTS = `select m.id from campaigns join messages m
    on m.campaign_id = campaigns.id and m.contact_id = ?1 and m.retry_of is null
  where campaigns.status in ('draft', 'scheduled', 'sending', 'stopped', 'failed') and m.status = 'pending'
  union all
  select id from messages where contact_id = ?1 and at is not null and status = 'pending' and purpose <> 'keyword'`;

/** Moves a contact's waiting texts to its present number. */
export function changeQueuedPhone(db: Database, contactId: number): void {
  db.query(
    `update messages set phone = (select phone from contacts where id = ?1), due_at = 0 where id in (${WAITING_TEXTS})`,
  ).run(contactId);
}

/** Makes a waiting text due at `until`. */
export function holdText(db: Database, id: number, until: number): void {
  db.query("update messages set due_at = ? where id = ? and status = 'pending'").run(until, id);
}

function toDueText(row: StoredDueText): DueText {
  return {
    id: row.id,
    phone: phoneText(row.phone),
    body: row.body,
    purpose: row.purpose,
    campaignId: row.campaignId,
    retryOf: row.retryOf,
    since: row.since,
    inReview: row.inReview === 1,
    contact:
      row.name === null || row.contactId === null
        ? null
        : {
            ...pickMergeDetails(row),
            id: row.contactId,
            name: row.name,
            optedOut: row.optedOut === 1,
            undeliverable: row.undeliverable === 1,
            refusesOffers: row.agreed === 0,
            basis: row.basis,
          },
  };
}
