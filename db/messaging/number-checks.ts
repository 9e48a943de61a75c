import type { Database } from "#db/connection.ts";
import { phoneKey, phoneText } from "#db/phone.ts";
import { providerKey, providerText } from "#db/provider-id.ts";
import { pluck, updateRow } from "#db/rows.ts";
import {
  LEDGER_COLUMNS,
  type LedgerRow,
  type StoredLedgerRow,
  toLedgerRow,
} from "./message-receipts.ts";

export interface RecipientNumber {
  readonly contactId: number;
  readonly phone: string;
}

/** Campaigns whose numbers are still to be checked, oldest first. */
export function campaignsToCheck(db: Database): number[] {
  return pluck(
    db,
    `select id from campaigns where check_status in ('pending', 'in_progress') and status in ('sending', 'scheduled')
     order by id`,
  );
}

/** The next recipients of a campaign, in the order of their contact ids. */
export function nextRecipientsToCheck(
  db: Database,
  campaignId: number,
  after: number,
  limit: number,
): RecipientNumber[] {
  return db
    .query<{ contactId: number; phone: number }, [number, number, number]>(
      `select contact_id as contactId, phone from messages
       where campaign_id = ? and contact_id > ? and retry_of is null order by contact_id limit ?`,
    )
    .all(campaignId, after, limit)
    .map((row) => ({ contactId: row.contactId, phone: phoneText(row.phone) }));
}

/** The ids of those contacts to which a text was delivered since then. */
export function contactsDeliveredSince(
  db: Database,
  contactIds: readonly number[],
  since: number,
): Set<number> {
  const sql = `select value from json_each(?1) where exists (
    select 1 from messages where contact_id = value and at >= ?2 and status = 'delivered')`;
  return new Set(pluck(db, sql, JSON.stringify(contactIds), since));
}

export interface NumberCheck {
  readonly phone: string;
  readonly valid: boolean;
  readonly lineType: string | null;
}

/** Lookups made since then, by number; with `lineTypes`, only those that include the line type. */
export function findNumberChecks(
  db: Database,
  phones: readonly string[],
  since: number,
  lineTypes: boolean,
): Map<string, NumberCheck> {
  const rows = db
    .query<{ phone: number; valid: number; lineType: string | null }, [string, number, number]>(
      `select phone, valid, line_type as lineType from number_checks
       where phone in (select value from json_each(?)) and checked_at >= ? and (line_type is not null or valid = 0 or ? = 0)`,
    )
    .all(JSON.stringify(phones.map(phoneKey)), since, Number(lineTypes));
  return new Map(
    rows.map((row) => {
      const phone = phoneText(row.phone);
      return [phone, { phone, valid: row.valid === 1, lineType: row.lineType }];
    }),
  );
}

export function saveNumberCheck(db: Database, check: NumberCheck, now: number): void {
  db.query(
    `insert into number_checks (phone, valid, line_type, checked_at) values ($phone, $valid, $lineType, $now)
     on conflict do update set valid = excluded.valid, checked_at = excluded.checked_at,
       line_type = coalesce(excluded.line_type, line_type)`,
  ).run({ ...check, phone: phoneKey(check.phone), valid: Number(check.valid), now });
}

interface CheckProgress {
  readonly after: number;
  readonly done: number;
  readonly hasFullAudience: boolean;
  readonly isActive: boolean;
}

/** The progress of a campaign's number check; inactive once the campaign was stopped or the check is done. */
export function findCheckProgress(db: Database, campaignId: number): CheckProgress | undefined {
  const row = db
    .query<{ after: number; done: number; complete: number; active: number }, [number]>(
      `select check_after as after, check_done as done, freeze_after is null as complete,
         check_status in ('pending', 'in_progress') and status in ('sending', 'scheduled') as active
       from campaigns where id = ?`,
    )
    .get(campaignId);
  return (
    (row && {
      after: row.after,
      done: row.done,
      hasFullAudience: row.complete === 1,
      isActive: row.active === 1,
    }) ??
    undefined
  );
}

export function recordCheckProgress(
  db: Database,
  campaignId: number,
  to: { after: number; done: number },
): void {
  db.query(
    "update campaigns set check_status = 'in_progress', check_after = $after, check_done = $done where id = $campaignId",
  ).run({ campaignId, ...to });
}

export function completeCheck(db: Database, campaignId: number): void {
  updateRow(db, "campaigns", campaignId, { checkStatus: "completed" });
}

/** Contacts with one of these numbers whose newest outcome this scan has not found yet, by number. */
export function findUnscannedContacts(
  db: Database,
  phones: readonly string[],
): Map<string, { readonly optedOut: boolean; readonly undeliverable: boolean }> {
  const rows = db
    .query<{ phone: number; optedOut: number; undeliverable: number }, [string]>(
      `select phone, opted_out as optedOut, undeliverable from contacts
       where phone in (select value from json_each(?)) and phone not in (select phone from scanned_numbers)`,
    )
    .all(JSON.stringify(phones.map(phoneKey)));
  return new Map(
    rows.map(({ phone, optedOut, undeliverable }) => [
      phoneText(phone),
      { optedOut: optedOut === 1, undeliverable: undeliverable === 1 },
    ]),
  );
}

export function markNumbersScanned(db: Database, phones: Iterable<string>): void {
  db.query("insert or ignore into scanned_numbers (phone) select value from json_each(?)").run(
    JSON.stringify([...phones].map(phoneKey)),
  );
}

/** Clears the strikes of numbers to which a text was delivered. */
export function clearStrikesOfNumbers(db: Database, phones: Iterable<string>): void {
  db.query("delete from strikes where phone in (select value from json_each(?))").run(
    JSON.stringify([...phones].map(phoneKey)),
  );
}

export function clearScannedNumbers(db: Database): void {
  db.run("delete from scanned_numbers");
}

/** Our texts among these that have no final status yet, by provider id. */
export function findUnresolvedTexts(
  db: Database,
  providerIds: readonly string[],
): Map<string, LedgerRow> {
  const find = db.query<StoredLedgerRow & { providerId: Uint8Array }, [Uint8Array]>(
    `select ${LEDGER_COLUMNS}, provider_id as providerId from messages where provider_id = ? and status = 'sent'`,
  );
  const rows = providerIds.flatMap((id) => find.get(providerKey(id)) ?? []);
  return new Map(rows.map((row) => [providerText(row.providerId), toLedgerRow(row)]));
}
