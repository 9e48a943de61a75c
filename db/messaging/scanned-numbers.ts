import type { Database } from "#db/connection.ts";
import { phoneKey, phoneText } from "#db/phone.ts";
import { providerKey, providerText } from "#db/provider-id.ts";
import {
  LEDGER_COLUMNS,
  type LedgerRow,
  readLedger,
  type StoredLedger,
} from "./message-receipts.ts";

/** Numbers of these whose newest outcome this scan has not seen yet, and that belong to a contact. */
export function openAmong(
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

export function closeNumbers(db: Database, phones: Iterable<string>): void {
  db.query("insert or ignore into scanned_numbers (phone) select value from json_each(?)").run(
    JSON.stringify([...phones].map(phoneKey)),
  );
}

/** These got a text: what was held against them before is forgotten. */
export function clearStrikesOf(db: Database, phones: Iterable<string>): void {
  db.query("delete from strikes where phone in (select value from json_each(?))").run(
    JSON.stringify([...phones].map(phoneKey)),
  );
}

export function forgetScanned(db: Database): void {
  db.run("delete from scanned_numbers");
}

/** Our texts among these of which no outcome is known yet, by the provider's id. */
export function unsettledAmong(
  db: Database,
  providerIds: readonly string[],
): Map<string, LedgerRow> {
  const find = db.query<StoredLedger & { providerId: Uint8Array }, [Uint8Array]>(
    `select ${LEDGER_COLUMNS}, provider_id as providerId from messages where provider_id = ? and status = 'sent'`,
  );
  const found = providerIds.flatMap((id) => find.get(providerKey(id)) ?? []);
  return new Map(found.map((row) => [providerText(row.providerId), readLedger(row)]));
}
