import { countRecipient } from "./campaigns.ts";
import type { Database } from "./connection.ts";
import { phoneText } from "./phone.ts";
import { providerKey } from "./provider-id.ts";

export interface LedgerRow {
  readonly id: number;
  readonly phone: string;
  readonly status: string;
  readonly campaignId: number | null;
  readonly contactId: number | null;
  readonly retryOf: number | null;
}

interface Stored extends Omit<LedgerRow, "phone"> {
  readonly phone: number;
}

const COLUMNS =
  "id, phone, status, campaign_id as campaignId, contact_id as contactId, retry_of as retryOf";

export function findByProviderId(db: Database, providerId: string): LedgerRow | undefined {
  return read(
    db
      .query<Stored, [Uint8Array]>(
        `select ${COLUMNS} from messages where provider_id = ? and direction = 'outbound'`,
      )
      .get(providerKey(providerId)),
  );
}

export function findText(db: Database, id: number): LedgerRow | undefined {
  return read(
    db
      .query<Stored, [number]>(
        `select ${COLUMNS} from messages where id = ? and direction = 'outbound'`,
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
      `update messages set status = $status, error_code = $code, error = $words, settled_at = $now
       where id = $id and status = 'sent'`,
    )
    .run({ id, now, ...to });
  if (changes === 0) return false;
  countRecipient(db, id, to.status === "delivered" ? "delivered_count" : "failed_count", 1);
  if (to.status === "delivered") makeGood(db, id);
  return true;
}

/** A further attempt that arrives makes good the first one's failure. */
function makeGood(db: Database, id: number): void {
  db.query(
    `update campaigns set delivered_count = delivered_count + 1, failed_count = failed_count - 1
     where id = (select campaign_id from messages where id = ? and retry_of is not null)`,
  ).run(id);
}

/** Millionths, as the provider reports it up to a day later. */
export function setPrice(db: Database, id: number, price: number): void {
  db.query("update messages set price = ? where id = ? and price is not ?").run(price, id, price);
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

function read(row: Stored | null): LedgerRow | undefined {
  return row ? { ...row, phone: phoneText(row.phone) } : undefined;
}
