import type { Database } from "#db/connection.ts";
import { phoneKey, phoneText } from "#db/phone.ts";
import { providerKey, providerText } from "#db/provider-id.ts";
import {
  LEDGER_COLUMNS,
  type LedgerRow,
  type StoredLedgerRow,
  toLedgerRow,
} from "./message-receipts.ts";

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
