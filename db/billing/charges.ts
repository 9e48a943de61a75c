import type { Database } from "#db/connection.ts";
import {
  count,
  exists,
  flag,
  from,
  integer,
  orNull,
  type RowOf,
  table,
  text,
  updateRow,
} from "#db/rows.ts";

const charges = table("charges", {
  id: integer(),
  subscriptionId: integer(),
  installmentId: integer(),
  attempt: integer(),
  /** The idempotency key at Stripe. */
  key: text(),
  invoiceId: orNull(text()),
  /** Whether the invoice is separate; its amount is credited to the next scheduled one. */
  isSeparate: flag(),
  isNetted: flag(),
  status: text<"begun" | "paid" | "declined" | "failed">(),
  /** Why it failed; of one that is begun, why it waits for the client. */
  reason: from("words", orNull(text())),
  actorId: orNull(text()),
  createdAt: integer(),
});

export type ChargeRow = RowOf<typeof charges>;

/** Returns undefined if the subscription has a charge in progress, so that repeated clicks charge once. */
export function beginCharge(
  db: Database,
  charge: { subscriptionId: number; installmentId: number; actorId: string; now: number },
): ChargeRow | undefined {
  const attempt =
    1 + count(db, "select count(*) from charges where installment_id = ?", charge.installmentId);
  const { changes, lastInsertRowid } = db
    .query(
      `insert or ignore into charges (subscription_id, installment_id, attempt, key, status, actor_id, created_at)
       values ($subscriptionId, $installmentId, $attempt, $key, 'begun', $actorId, $now)`,
    )
    .run({
      ...charge,
      attempt,
      key: `charge-${charge.installmentId}-${attempt}-${Bun.randomUUIDv7()}`,
    });
  return changes === 0
    ? undefined
    : (charges.find(db, "where id = ?", lastInsertRowid) ?? undefined);
}

/** Stores a paid charge that is missing here. */
export function adoptCharge(
  db: Database,
  paid: { subscriptionId: number; installmentId: number; invoiceId: string; now: number },
): void {
  db.query(
    `insert into charges (subscription_id, installment_id, attempt, key, invoice_id, is_separate, is_netted,
         status, created_at)
       values ($subscriptionId, $installmentId,
         1 + (select count(*) from charges where installment_id = $installmentId), 'adopted-' || $invoiceId,
         $invoiceId, 1, 1, 'paid', $now)`,
  ).run(paid);
}

export function isChargeInvoice(db: Database, subscriptionId: number, invoiceId: string): boolean {
  return exists(
    db,
    "select 1 from charges where subscription_id = ? and invoice_id = ?",
    subscriptionId,
    invoiceId,
  );
}

/** Returns charges that a crash interrupted or that are paid but not credited yet. */
export function listUnfinishedCharges(db: Database): ChargeRow[] {
  return charges.list(
    db,
    "where status = 'begun' or (status = 'paid' and is_separate = 1 and is_netted = 0)",
  );
}

/** Counts the early payments, each of which reduces one scheduled invoice to zero. */
export function countPaidAhead(db: Database, subscriptionId: number): number {
  return count(
    db,
    "select count(*) from charges where subscription_id = ? and is_separate = 1 and status = 'paid'",
    subscriptionId,
  );
}

export function setChargeInvoice(
  db: Database,
  id: number,
  invoiceId: string,
  isSeparate: boolean,
): void {
  charges.update(db, id, { invoiceId, isSeparate });
}

export function endCharge(
  db: Database,
  id: number,
  status: Exclude<ChargeRow["status"], "begun">,
  reason: string | null,
): boolean {
  return (
    db
      .query("update charges set status = ?, words = ? where id = ? and status = 'begun'")
      .run(status, reason, id).changes > 0
  );
}

/** The charge stays open until the client has confirmed it at the bank. */
export function setAwaitsClient(db: Database, id: number, reason: string): void {
  updateRow(db, "charges", id, { words: reason });
}

export function findOpenCharge(db: Database, subscriptionId: number): ChargeRow | null {
  return charges.find(db, "where subscription_id = ? and status = 'begun'", subscriptionId);
}

export function markNetted(db: Database, id: number): void {
  charges.update(db, id, { isNetted: true });
}
