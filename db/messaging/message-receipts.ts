import type { Database } from "#db/connection.ts";
import { phoneText } from "#db/phone.ts";
import { providerKey } from "#db/provider-id.ts";
import { findValue, reader, type Stored } from "#db/rows.ts";
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

export type StoredLedgerRow = Stored<LedgerRow, "phone">;

export const LEDGER_COLUMNS =
  "id, phone, status, campaign_id as campaignId, contact_id as contactId, retry_of as retryOf, sent_at as sentAt";
const texts = reader<StoredLedgerRow, LedgerRow>(
  `select ${LEDGER_COLUMNS} from messages`,
  toLedgerRow,
);

export function findByProviderId(db: Database, providerId: string): LedgerRow | undefined {
  return (
    texts.find(db, "where provider_id = ? and direction = 'outbound'", providerKey(providerId)) ??
    undefined
  );
}

export function findText(db: Database, id: number): LedgerRow | undefined {
  return texts.find(db, "where id = ? and direction = 'outbound'", id) ?? undefined;
}

/**
 * Moves a sent text to its final status. Receipts arrive late, twice and out of order, so a text
 * that already has a final status does not change. Returns true when it changed.
 */
export function recordFinalStatus(
  db: Database,
  id: number,
  to: {
    status: "delivered" | "undelivered" | "failed";
    code: number | null;
    reason: string | null;
  },
  now: number,
): boolean {
  const { changes } = db
    .query(
      `update messages set status = $status, error_code = $code, error = $reason, settled_after = $now - coalesce(at, 0)
       where id = $id and status = 'sent'`,
    )
    .run({ id, now, ...to });
  if (changes === 0) return false;
  if (to.status === "delivered") countDelivered(db, id, now);
  else countFailed(db, id, now);
  return true;
}

/** Counts a delivered text in its campaign, and in its hour. */
export function countDelivered(db: Database, id: number, now: number): void {
  const text = db
    .query<{ campaignId: number | null; retryOf: number | null }, [number]>(
      "select campaign_id as campaignId, retry_of as retryOf from messages where id = ?",
    )
    .get(id);
  if (!text?.campaignId) return;
  countRecipient(db, id, "delivered_count", 1);
  addToHour(db, text.campaignId, now, { delivered: 1 });
  if (text.retryOf !== null) countRecovery(db, id, text.retryOf);
}

/** A retry that is delivered turns the first attempt's failure into a delivery. */
function countRecovery(db: Database, id: number, first: number): void {
  db.query(
    `update campaigns set delivered_count = delivered_count + 1, failed_count = failed_count - 1
     where id = (select campaign_id from messages where id = ?)`,
  ).run(id);
  countFailure(db, first, "failed", -1);
}

/** Sets the price in millionths, which the provider reports up to a day later, and adds it to the campaign's real cost. */
export function setPrice(db: Database, id: number, price: number): void {
  const previous = db
    .query<{ price: number | null; campaignId: number | null }, [number]>(
      "select price, campaign_id as campaignId from messages where id = ?",
    )
    .get(id);
  if (!previous || previous.price === price) return;
  db.query("update messages set price = ? where id = ?").run(price, id);
  if (previous.campaignId === null) return;
  db.query(
    "update campaigns set real_cost = real_cost + ?, priced_count = priced_count + ? where id = ?",
  ).run(price - (previous.price ?? 0), previous.price === null ? 1 : 0, previous.campaignId);
}

export function countSentOnDay(db: Database, day: string): number {
  return findValue<number>(db, "select sent from daily_texts where day = ?", day) ?? 0;
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

export function toLedgerRow(row: StoredLedgerRow): LedgerRow {
  return { ...row, phone: phoneText(row.phone) };
}
