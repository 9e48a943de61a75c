import { detailColumnOf } from "#db/clients/contacts.ts";
import type { Database } from "#db/connection.ts";
import { phoneKey, phoneText } from "#db/phone.ts";
import { providerKey } from "#db/provider-id.ts";
import { exists, findValue } from "#db/rows.ts";
import { MERGE_DETAILS, type MergeDetails } from "#src/shared/contact-fields.ts";
import { addToHour, countFailure } from "./campaign-report.ts";
import { countRecipient } from "./campaigns.ts";

interface Accepted {
  readonly id: number;
  /** The campaign that counts this text as a recipient; null for other texts and for a retry. */
  readonly recipientOf: number | null;
  readonly providerId: string;
  readonly segments: number | undefined;
}

/**
 * Marks texts as sent. A text that already has a provider id is skipped. The body of a verification
 * code is erased. Returns the number of texts marked, which are also counted in their campaigns.
 */
export function markAccepted(db: Database, texts: readonly Accepted[], now: number): number {
  const update = db.query(
    `update messages set status = 'sent', provider_id = ?3, at = coalesce(at, ?2),
       claimed_at = null, sent_after = ?2 - coalesce(at, ?2),
       segments = coalesce(?4, segments), error = null, error_code = null,
       body = iif(kind = 'code', '', body)
     where id = ?1 and status in ('claimed', 'in_doubt', 'pending') and provider_id is null`,
  );
  const sent = new Map<number, number>();
  let accepted = 0;
  for (const { id, providerId, segments = null, recipientOf } of texts) {
    const { changes } = update.run(id, now, providerKey(providerId), segments);
    accepted += changes;
    if (changes > 0 && recipientOf !== null)
      sent.set(recipientOf, (sent.get(recipientOf) ?? 0) + 1);
  }
  for (const [campaignId, number] of sent) countSent(db, campaignId, number, now);
  return accepted;
}

/** Counts sent texts in their campaign and its hour. */
export function countSent(db: Database, campaignId: number, sent: number, now: number): void {
  db.query("update campaigns set sent_count = sent_count + ? where id = ?").run(sent, campaignId);
  addToHour(db, campaignId, now, { sent });
}

/** Moves an unknown text back to "in doubt", because a receipt has arrived for it. */
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
  refused: { code: number | null; reason: string },
  now: number,
): boolean {
  const { changes } = db
    .query(
      `update messages set status = 'failed', error_code = $code, error = $reason, settled_after = $now - coalesce(at, 0)
       where id = $id and status in ('claimed', 'in_doubt')`,
    )
    .run({ id, now, ...refused });
  if (changes > 0) countFailed(db, id, now);
  return changes > 0;
}

/** Counts a failed text in its campaign, by reason and by hour. */
export function countFailed(db: Database, id: number, now: number): void {
  countRecipient(db, id, "failed_count", 1);
  countFailure(db, id, "failed", 1);
  const campaignId = findCampaignOfRecipient(db, id);
  if (campaignId) addToHour(db, campaignId, now, { failed: 1 });
}

/** The campaign that counts this text as a recipient; undefined for other texts and for a retry. */
export function findCampaignOfRecipient(db: Database, id: number): number | undefined {
  return findValue(db, "select campaign_id from messages where id = ? and retry_of is null", id);
}

/**
 * Puts a text that was certainly not processed back into the queue, addressed to its contact's
 * current number, with the provider's code. The answer to a keyword stays addressed to the number that sent it. A
 * campaign's text leaves the thread until it is claimed again; a retry keeps its place.
 */
export function requeue(db: Database, id: number, dueAt: number, code: number | null = null): void {
  db.query(
    `update messages set status = 'pending', due_at = $dueAt, claimed_at = null, error_code = $code,
       at = iif(campaign_id is null or retry_of is not null, at, null),
       phone = iif(purpose = 'keyword', phone,
         coalesce((select phone from contacts where contacts.id = contact_id), phone))
     where id = $id and status in ('claimed', 'in_doubt')`,
  ).run({ id, dueAt, code });
}

export function hasErrorCode(db: Database, id: number, code: number | null): boolean {
  return exists(db, "select 1 from messages where id = ? and error_code = ?", id, code);
}

export function markInDoubt(db: Database, id: number): void {
  db.query("update messages set status = 'in_doubt' where id = ? and status = 'claimed'").run(id);
}

/** After a crash, each claimed text may or may not have been sent. Returns how many there were. */
export function markClaimedInDoubt(db: Database): number {
  return db.query("update messages set status = 'in_doubt' where status = 'claimed'").run().changes;
}

export function markUnknown(db: Database, id: number, reason: string): void {
  const { changes } = db
    .query("update messages set status = 'unknown', error = ? where id = ? and status = 'in_doubt'")
    .run(reason, id);
  if (changes > 0) countRecipient(db, id, "unknown_count", 1);
}

export interface TextInDoubt {
  readonly id: number;
  readonly phone: string;
  readonly body: string | null;
  readonly campaignId: number | null;
  readonly retryOf: number | null;
  readonly textVersion: number | null;
  readonly claimedAt: number;
}

/** The first condition is the one of the index of texts in flight; without it SQLite would not use that index. */
const IN_DOUBT = "status in ('claimed', 'in_doubt') and status = 'in_doubt'";

/** Texts in doubt that were claimed at `claimedBefore` or earlier, oldest first. */
export function textsInDoubt(db: Database, claimedBefore: number, limit: number): TextInDoubt[] {
  return db
    .query<Omit<TextInDoubt, "phone"> & { phone: number }, [number, number]>(
      `select id, phone, body, campaign_id as campaignId, retry_of as retryOf, text_version as textVersion, claimed_at as claimedAt
       from messages where ${IN_DOUBT} and claimed_at <= ?
       order by claimed_at limit ?`,
    )
    .all(claimedBefore, limit)
    .map((row) => ({ ...row, phone: phoneText(row.phone) }));
}

/** Texts in doubt that were claimed before the clock was set back count as claimed now. */
export function correctFutureClaims(db: Database, now: number): void {
  const inDoubt = `${IN_DOUBT} and claimed_at > ?`;
  const future = db.query(`select 1 from messages where ${inDoubt} limit 1`).get(now);
  if (future) db.query(`update messages set claimed_at = ? where ${inDoubt}`).run(now, now);
}

export function isKnownProviderId(db: Database, providerId: string): boolean {
  return exists(db, "select 1 from messages where provider_id = ?", providerKey(providerId));
}

export interface UnsentText extends MergeDetails {
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
    (select name from contacts where contacts.id = m.contact_id) as name
    ${MERGE_DETAILS.map((detail) => `, (select ${detailColumnOf(detail)} from contacts where contacts.id = m.contact_id) as ${detail}`).join("")}`;
  return db
    .query<UnsentText, [number]>(
      `select ${columns} from messages m where m.phone = ?1 and m.status in ('claimed', 'in_doubt')
       union all
       select ${columns} from messages m where m.phone = ?1 and m.status = 'pending' and m.campaign_id is null
       union all
       select ${columns} from campaigns
         join contacts on contacts.phone = ?1
         join messages m on m.campaign_id = campaigns.id and m.contact_id = contacts.id and m.retry_of is null
       where campaigns.status in ('draft', 'scheduled', 'sending', 'stopped', 'failed') and m.status = 'pending'
       order by 1`,
    )
    .all(phoneKey(phone));
}

/**
 * The last moment that a database knew of when it was restored, in epoch milliseconds. Texts that were received are left
 * out: those from before the restore may have been fetched since.
 */
export function lastKnownMoment(db: Database, restoredAt: number): number | undefined {
  return findValue<number>(
    db,
    `select max(at) as at from (select created_at as at from audit_logs union all
       select settled_at from (select settled_at, direction from messages order by id desc limit 1000)
       where direction = 'outbound') where at <= ?`,
    restoredAt,
  );
}
