import { countRecipient } from "./campaigns.ts";
import type { Database } from "./connection.ts";
import { phoneKey, phoneText } from "./phone.ts";
import { providerKey } from "./provider-id.ts";

export type Purpose = "chat" | "campaign" | "keyword";

/** A text that could be sent now, with what must be read again just before. */
export interface DueText {
  readonly id: number;
  readonly phone: string;
  /** Null where the campaign's text is to be filled in. */
  readonly body: string | null;
  readonly purpose: Purpose;
  readonly campaignId: number | null;
  readonly retryOf: number | null;
  /** Null once the contact is deleted. */
  readonly contact: {
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
  readonly name: string | null;
  readonly optedOut: number | null;
  readonly undeliverable: number | null;
}

const DUE = `
  select m.id, m.phone, m.body, m.purpose, m.campaign_id as campaignId,
    m.retry_of as retryOf, c.name, c.opted_out as optedOut, c.undeliverable
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
      `update or ignore messages set status = 'claimed', claimed_at = $now, at = coalesce(at, $now),
         body = $body, text_version = $textVersion, segments = $segments
       where id = $id and status = 'pending'`,
    )
    .run({ ...text, now });
  return changes > 0;
}

export interface Accepted {
  readonly id: number;
  /** The campaign whose recipient this is; null for other texts and for a further attempt. */
  readonly recipientOf: number | null;
  readonly providerId: string;
  readonly segments: number | undefined;
}

/** The provider has these; one that we knew of is passed over. Counts them, and answers how many. */
export function markAccepted(db: Database, texts: readonly Accepted[], now: number): number {
  const update = db.query(
    `update messages set status = 'sent', provider_id = $providerId, sent_at = $now,
       segments = coalesce($segments, segments), error = null, error_code = null
     where id = $id and status in ('claimed', 'in_doubt', 'pending') and provider_id is null`,
  );
  const sent = new Map<number, number>();
  let accepted = 0;
  for (const { id, providerId, segments = null, recipientOf } of texts) {
    const { changes } = update.run({ id, now, segments, providerId: providerKey(providerId) });
    accepted += changes;
    if (changes > 0 && recipientOf !== null)
      sent.set(recipientOf, (sent.get(recipientOf) ?? 0) + 1);
  }
  const count = db.query("update campaigns set sent_count = sent_count + ? where id = ?");
  for (const [campaignId, number] of sent) count.run(number, campaignId);
  return accepted;
}

/** A receipt tells more of a text that could not be decided: it is looked at again. */
export function reopenUnknown(db: Database, id: number): void {
  const { changes } = db
    .query(
      "update or ignore messages set status = 'in_doubt', error = null where id = ? and status = 'unknown'",
    )
    .run(id);
  if (changes > 0) countRecipient(db, id, "unknown_count", -1);
}

export function markRefused(
  db: Database,
  id: number,
  refused: { code: number | null; words: string },
  now: number,
): boolean {
  const { changes } = db
    .query(
      `update messages set status = 'failed', error_code = $code, error = $words, settled_at = $now
       where id = $id and status in ('claimed', 'in_doubt')`,
    )
    .run({ id, now, ...refused });
  if (changes > 0) countRecipient(db, id, "failed_count", 1);
  return changes > 0;
}

/** Surely not processed: it waits in the queue again. A campaign's text loses its place in the thread. */
export function requeue(db: Database, id: number, dueAt: number): void {
  db.query(
    `update messages set status = 'pending', due_at = $dueAt, claimed_at = null,
       at = iif(campaign_id is null, at, null)
     where id = $id and status in ('claimed', 'in_doubt')`,
  ).run({ id, dueAt });
}

export function markInDoubt(db: Database, id: number): void {
  db.query("update messages set status = 'in_doubt' where id = ? and status = 'claimed'").run(id);
}

/** After a crash: whatever was claimed may or may not have been sent. */
export function doubtAllClaimed(db: Database): number {
  return db.query("update messages set status = 'in_doubt' where status = 'claimed'").run().changes;
}

export function markUnknown(db: Database, id: number, words: string): void {
  const { changes } = db
    .query("update messages set status = 'unknown', error = ? where id = ? and status = 'in_doubt'")
    .run(words, id);
  if (changes > 0) countRecipient(db, id, "unknown_count", 1);
}

export function skip(db: Database, id: number, words: string, now: number): void {
  const { changes } = db
    .query(
      `update messages set status = 'skipped', error = $words, settled_at = $now
       where id = $id and status = 'pending'`,
    )
    .run({ id, words, now });
  if (changes > 0) countRecipient(db, id, "skipped_count", 1);
}

/** The contact has another number now; the answer to a keyword stays with the number that said it. */
export function readdress(db: Database, contactId: number, phone: string): void {
  db.query(
    `update messages set phone = ?1, due_at = 0 where id in (
       select m.id from campaigns join messages m
         on m.campaign_id = campaigns.id and m.contact_id = ?2 and m.retry_of is null
       where campaigns.status in ('sending', 'stopped', 'failed') and m.status = 'pending'
       union all
       select id from messages
       where contact_id = ?2 and at is not null and status = 'pending' and purpose <> 'keyword')`,
  ).run(phoneKey(phone), contactId);
}

/** Quiet hours: it is not looked at again before then. */
export function hold(db: Database, id: number, until: number): void {
  db.query("update messages set due_at = ? where id = ? and status = 'pending'").run(until, id);
}

export interface DoubtfulText {
  readonly id: number;
  readonly phone: string;
  readonly body: string | null;
  readonly campaignId: number | null;
  readonly retryOf: number | null;
  readonly textVersion: number | null;
  readonly claimedAt: number;
}

/** In doubt since before `claimedBefore`, oldest first. */
export function doubtfulTexts(db: Database, claimedBefore: number, limit: number): DoubtfulText[] {
  return db
    .query<Omit<DoubtfulText, "phone"> & { phone: number }, [number, number]>(
      `select id, phone, body, campaign_id as campaignId, retry_of as retryOf, text_version as textVersion, claimed_at as claimedAt
       from messages where status in ('claimed', 'in_doubt') and status = 'in_doubt' and claimed_at <= ?
       order by claimed_at limit ?`,
    )
    .all(claimedBefore, limit)
    .map((row) => ({ ...row, phone: phoneText(row.phone) }));
}

export interface TextToQueue {
  readonly purpose: Exclude<Purpose, "campaign">;
  readonly phone: string;
  readonly contactId: number;
  readonly body: string;
  readonly segments: number;
  /** The failed text that this one says again. */
  readonly retryOf: number | null;
}

/** A text that somebody waits for; it stands in the thread from now on. Answers its id. */
export function queueText(db: Database, text: TextToQueue, now: number): number {
  const { lastInsertRowid } = db
    .query(
      `insert into messages (direction, purpose, phone, contact_id, body, segments, status, at, retry_of)
       values ('outbound', $purpose, $phone, $contactId, $body, $segments, 'pending', $now, $retryOf)`,
    )
    .run({ ...text, phone: phoneKey(text.phone), now });
  return Number(lastInsertRowid);
}

/** One waiting text for each contact of the list that may be texted. Answers how many. */
export function queueRecipients(
  db: Database,
  campaignId: number,
  contactIds: readonly number[],
  segments: number,
): number {
  return db
    .query(
      `insert into messages (direction, purpose, phone, contact_id, campaign_id, segments, status)
       select 'outbound', 'campaign', phone, id, $campaignId, $segments, 'pending' from contacts
       where id in (select value from json_each($ids)) and opted_out = 0 and undeliverable = 0
       order by id`,
    )
    .run({ campaignId, segments, ids: JSON.stringify(contactIds) }).changes;
}

/** A further attempt for a text whose failure was the provider's; at most one waits at a time. */
export function queueAgain(db: Database, id: number, dueAt: number): void {
  db.query(
    `insert into messages (direction, purpose, phone, contact_id, campaign_id, body, segments, status, due_at, retry_of)
     select direction, purpose, phone, contact_id, campaign_id, body, segments, 'pending', $dueAt, coalesce(retry_of, id)
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

export function isKnownProviderId(db: Database, providerId: string): boolean {
  return (
    db
      .query<{ one: number }, [Uint8Array]>("select 1 as one from messages where provider_id = ?")
      .get(providerKey(providerId)) !== null
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
    contact:
      row.name === null
        ? null
        : { name: row.name, optedOut: row.optedOut === 1, undeliverable: row.undeliverable === 1 },
  };
}

export interface UnsentText {
  readonly id: number;
  readonly body: string | null;
  readonly campaignId: number | null;
  readonly retryOf: number | null;
  readonly status: string;
  readonly name: string | null;
}

/** What waits for this number or may be with the provider, oldest first. */
export function unsentTexts(db: Database, phone: string): UnsentText[] {
  const columns = `m.id, m.body, m.campaign_id as campaignId, m.retry_of as retryOf, m.status,
    (select name from contacts where contacts.id = m.contact_id) as name`;
  return db
    .query<UnsentText, [number]>(
      `select ${columns} from messages m where m.phone = ?1 and m.status in ('claimed', 'in_doubt')
       union all
       select ${columns} from messages m where m.phone = ?1 and m.status = 'pending' and m.campaign_id is null
       union all
       select ${columns} from campaigns
         join contacts on contacts.phone = ?1
         join messages m on m.campaign_id = campaigns.id and m.contact_id = contacts.id and m.retry_of is null
       where campaigns.status in ('sending', 'stopped', 'failed') and m.status = 'pending'
       order by 1`,
    )
    .all(phoneKey(phone));
}

/** The last moment that this database knows of, in epoch milliseconds. */
export function lastKnownMoment(db: Database): number | undefined {
  return (
    db
      .query<{ at: number | null }, []>(
        "select max(at) as at from (select max(created_at) as at from audit_logs union all select max(settled_at) from (select settled_at from messages order by id desc limit 1000))",
      )
      .get()?.at ?? undefined
  );
}
