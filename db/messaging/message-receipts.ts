import type { Database } from "#db/connection.ts";
import { phoneText } from "#db/phone.ts";
import { providerKey } from "#db/provider-id.ts";
import { addToHour, countFailure } from "./campaign-report.ts";
import { countRecipient } from "./campaigns.ts";
import { countFailed } from "./message-outcomes.ts";

export interface LedgerRow {
  readonly id: number;
  readonly phone: string;
  readonly status: string;
  readonly campaignId: number | null;
  readonly contactId: number | null;
  readonly retryOf: number | null;
  readonly sentAt: number | null;
}

export interface StoredLedger extends Omit<LedgerRow, "phone"> {
  readonly phone: number;
}

export const LEDGER_COLUMNS =
  "id, phone, status, campaign_id as campaignId, contact_id as contactId, retry_of as retryOf, sent_at as sentAt";

export function findByProviderId(db: Database, providerId: string): LedgerRow | undefined {
  return read(
    db
      .query<StoredLedger, [Uint8Array]>(
        `select ${LEDGER_COLUMNS} from messages where provider_id = ? and direction = 'outbound'`,
      )
      .get(providerKey(providerId)),
  );
}

export function findText(db: Database, id: number): LedgerRow | undefined {
  return read(
    db
      .query<StoredLedger, [number]>(
        `select ${LEDGER_COLUMNS} from messages where id = ? and direction = 'outbound'`,
      )
      .get(id),
  );
}

/** A settled text never moves again: receipts come late, twice and out of order. */
export function settleText(
  db: Database,
  id: number,
  to: { status: "delivered" | "undelivered" | "failed"; code: number | null; words: string | null },
  now: number,
): boolean {
  const { changes } = db
    .query(
      `update messages set status = $status, error_code = $code, error = $words, settled_after = $now - coalesce(at, 0)
       where id = $id and status = 'sent'`,
    )
    .run({ id, now, ...to });
  if (changes === 0) return false;
  if (to.status === "delivered") countDelivered(db, id, now);
  else countFailed(db, id, now);
  return true;
}

function countDelivered(db: Database, id: number, now: number): void {
  const text = db
    .query<{ campaignId: number | null; retryOf: number | null }, [number]>(
      "select campaign_id as campaignId, retry_of as retryOf from messages where id = ?",
    )
    .get(id);
  if (!text?.campaignId) return;
  countRecipient(db, id, "delivered_count", 1);
  addToHour(db, text.campaignId, now, { delivered: 1 });
  if (text.retryOf !== null) makeGood(db, id, text.retryOf);
}

/** A further attempt that arrives makes good the first one's failure. */
function makeGood(db: Database, id: number, first: number): void {
  db.query(
    `update campaigns set delivered_count = delivered_count + 1, failed_count = failed_count - 1
     where id = (select campaign_id from messages where id = ?)`,
  ).run(id);
  countFailure(db, first, "failed", -1);
}

/** Millionths, as the provider reports it up to a day later; its campaign's real cost adds up. */
export function setPrice(db: Database, id: number, price: number): void {
  const former = db
    .query<{ price: number | null; campaignId: number | null }, [number]>(
      "select price, campaign_id as campaignId from messages where id = ?",
    )
    .get(id);
  if (!former || former.price === price) return;
  db.query("update messages set price = ? where id = ?").run(price, id);
  if (former.campaignId === null) return;
  db.query(
    "update campaigns set real_cost = real_cost + ?, priced_count = priced_count + ? where id = ?",
  ).run(price - (former.price ?? 0), former.price === null ? 1 : 0, former.campaignId);
}

export function sentOnDay(db: Database, day: string): number {
  return (
    db.query<{ sent: number }, [string]>("select sent from daily_texts where day = ?").get(day)
      ?.sent ?? 0
  );
}

export function addToDay(db: Database, day: string, sent: number, failed: number): void {
  db.query(
    `insert into daily_texts (day, sent, failed) values ($day, $sent, $failed)
     on conflict (day) do update set sent = sent + excluded.sent, failed = failed + excluded.failed`,
  ).run({ day, sent, failed });
}

export function textsByDay(
  db: Database,
  from: string,
): { day: string; sent: number; failed: number }[] {
  return db
    .query<{ day: string; sent: number; failed: number }, [string]>(
      "select day, sent, failed from daily_texts where day >= ? order by day",
    )
    .all(from);
}

export function readLedger(row: StoredLedger): LedgerRow {
  return { ...row, phone: phoneText(row.phone) };
}

function read(row: StoredLedger | null): LedgerRow | undefined {
  return row ? readLedger(row) : undefined;
}
