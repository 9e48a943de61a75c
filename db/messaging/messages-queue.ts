import type { Database } from "#db/connection.ts";
import { phoneKey, phoneText } from "#db/phone.ts";
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
  | "invite"
  | "confirmation"
  | "missed-call"
  | "code";

/** A text that could be sent now, with what must be read again just before. */
export interface DueText {
  readonly id: number;
  readonly phone: string;
  /** Null where the campaign's text is to be filled in. */
  readonly body: string | null;
  readonly purpose: Purpose;
  readonly campaignId: number | null;
  readonly retryOf: number | null;
  /** When it was to leave, in epoch milliseconds. */
  readonly since: number;
  /** Null once the contact is deleted. */
  readonly contact: {
    readonly id: number;
    readonly name: string;
    readonly optedOut: boolean;
    readonly undeliverable: boolean;
  } | null;
}

interface StoredDue {
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
}

const DUE = `
  select m.id, m.phone, m.body, m.purpose, m.campaign_id as campaignId,
    m.retry_of as retryOf, coalesce(m.at, m.due_at) as since, c.id as contactId, c.name, c.opted_out as optedOut, c.undeliverable
  from messages m left join contacts c on c.id = m.contact_id
  where m.status = 'pending' and m.due_at <= $now and not exists (
    select 1 from messages other where other.phone = m.phone and other.status in ('claimed', 'in_doubt'))`;

/** Chat, keyword answers, codes: whatever somebody is waiting for. */
export function dueTexts(db: Database, now: number, limit: number): DueText[] {
  return db
    .query<StoredDue, { now: number; limit: number }>(
      `${DUE} and m.campaign_id is null order by m.due_at, m.id limit $limit`,
    )
    .all({ now, limit })
    .map(fromDue);
}

export function dueRecipients(
  db: Database,
  campaignId: number,
  now: number,
  limit: number,
): DueText[] {
  return db
    .query<StoredDue, { now: number; limit: number; campaignId: number }>(
      `${DUE} and m.campaign_id = $campaignId order by m.due_at, m.id limit $limit`,
    )
    .all({ now, limit, campaignId })
    .map(fromDue);
}

/** When the next waiting text that belongs to no campaign is due, in epoch milliseconds. */
export function nextDue(db: Database): number | undefined {
  return db
    .query<{ at: number }, []>(
      `select due_at as at from messages where status = 'pending' and campaign_id is null
       order by due_at limit 1`,
    )
    .get()?.at;
}

export function nextRecipientDue(db: Database, campaignId: number): number | undefined {
  return db
    .query<{ at: number }, [number]>(
      "select due_at as at from messages where status = 'pending' and campaign_id = ? order by due_at limit 1",
    )
    .get(campaignId)?.at;
}

/** Recipients whose text is not claimed yet. */
export function countWaiting(db: Database, campaignId: number): number {
  return (
    db
      .query<{ n: number }, [number]>(
        "select count(*) as n from messages where status = 'pending' and campaign_id = ? and retry_of is null",
      )
      .get(campaignId)?.n ?? 0
  );
}

/** True when a text of the campaign is with the provider, or may be. */
export function hasInFlight(db: Database, campaignId: number): boolean {
  return (
    db
      .query<{ one: number }, [number]>(
        "select 1 as one from messages where status in ('claimed', 'in_doubt') and campaign_id = ? limit 1",
      )
      .get(campaignId) !== null
  );
}

/** Texts that are with the provider, or may be: at most a few hundred. */
export function countInFlight(db: Database): number {
  return (
    db
      .query<{ n: number }, []>(
        "select count(*) as n from messages where status in ('claimed', 'in_doubt')",
      )
      .get()?.n ?? 0
  );
}

export interface Claim {
  readonly id: number;
  /** As it will be sent; stored only where it differs from the campaign's text of that version. */
  readonly body: string | null;
  readonly textVersion: number | null;
  readonly segments: number;
}

/**
 * False when the number has another text in flight: then this one waits. The partial unique index
 * decides, not a look beforehand.
 */
export function claim(db: Database, text: Claim, now: number): boolean {
  const { changes } = db
    .query(
      `update or ignore messages set status = 'claimed', claimed_at = ?2, at = coalesce(at, ?2),
         body = ?3, text_version = ?4, segments = ?5
       where id = ?1 and status = 'pending'`,
    )
    // By position: each name costs half a microsecond, and every text comes through here.
    .run(text.id, now, text.body, text.textVersion, text.segments);
  return changes > 0;
}

export function skip(db: Database, id: number, words: string, now: number): void {
  const { changes } = db
    .query(
      `update messages set status = 'skipped', error = $words, settled_after = $now - coalesce(at, 0)
       where id = $id and status = 'pending'`,
    )
    .run({ id, words, now });
  if (changes === 0) return;
  countRecipient(db, id, "skipped_count", 1);
  countFailure(db, id, "skipped", 1);
}

/** The contact has another number now; the answer to a keyword stays with the number that said it. */
export function readdress(db: Database, contactId: number, phone: string): void {
  db.query(
    `update messages set phone = ?1, due_at = 0 where id in (
       select m.id from campaigns join messages m
         on m.campaign_id = campaigns.id and m.contact_id = ?2 and m.retry_of is null
       where campaigns.status in ('scheduled', 'sending', 'stopped', 'failed') and m.status = 'pending'
       union all
       select id from messages
       where contact_id = ?2 and at is not null and status = 'pending' and purpose <> 'keyword')`,
  ).run(phoneKey(phone), contactId);
}

/** Quiet hours: it is not looked at again before then. */
export function hold(db: Database, id: number, until: number): void {
  db.query("update messages set due_at = ? where id = ? and status = 'pending'").run(until, id);
}

export interface TextToQueue {
  readonly purpose: Exclude<Purpose, "campaign">;
  readonly phone: string;
  /** Null for a text that is in nobody's thread. */
  readonly contactId: number | null;
  readonly body: string;
  readonly segments: number;
  /** The failed text that this one says again. */
  readonly retryOf: number | null;
}

/** A text that somebody waits for; it stands in the thread from now on. Answers its id. */
export function queueText(db: Database, text: TextToQueue, now: number): number {
  const { lastInsertRowid } = db
    .query(
      `insert into messages (kind, phone, contact_id, body, segments, status, at, retry_of)
       values (iif($purpose = 'chat', null, $purpose), $phone, $contactId, $body, $segments, 'pending', $now, $retryOf)`,
    )
    .run({ ...text, phone: phoneKey(text.phone), now });
  return Number(lastInsertRowid);
}

/** A further attempt for a text whose failure was the provider's; at most one waits at a time. */
export function queueAgain(db: Database, id: number, dueAt: number): void {
  db.query(
    `insert into messages (kind, phone, contact_id, campaign_id, body, segments, status, due_at, retry_of)
     select kind, phone, contact_id, campaign_id, body, segments, 'pending', $dueAt, coalesce(retry_of, id)
     from messages where id = $id`,
  ).run({ id, dueAt });
}

export function countAttempts(db: Database, id: number): number {
  return (
    db
      .query<{ n: number }, [number]>(
        `select count(*) as n from messages
         where retry_of = (select coalesce(retry_of, id) from messages where id = ?)`,
      )
      .get(id)?.n ?? 0
  );
}

function fromDue(row: StoredDue): DueText {
  return {
    id: row.id,
    phone: phoneText(row.phone),
    body: row.body,
    purpose: row.purpose,
    campaignId: row.campaignId,
    retryOf: row.retryOf,
    since: row.since,
    contact:
      row.name === null || row.contactId === null
        ? null
        : {
            id: row.contactId,
            name: row.name,
            optedOut: row.optedOut === 1,
            undeliverable: row.undeliverable === 1,
          },
  };
}
