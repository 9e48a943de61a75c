import type { Database } from "#db/connection.ts";

export interface ChargeRow {
  readonly id: number;
  readonly subscriptionId: number;
  readonly installmentId: number;
  readonly attempt: number;
  /** The idempotency key at Stripe. */
  readonly key: string;
  readonly invoiceId: string | null;
  /** Whether the invoice is separate; its amount is credited to the next scheduled one. */
  readonly isSeparate: boolean;
  readonly isNetted: boolean;
  readonly status: "begun" | "paid" | "declined" | "failed";
  readonly reason: string | null;
  readonly actorId: string | null;
  readonly createdAt: number;
}

interface Stored extends Omit<ChargeRow, "isSeparate" | "isNetted"> {
  readonly isSeparate: number;
  readonly isNetted: number;
}

const COLUMNS = `id, subscription_id as subscriptionId, installment_id as installmentId, attempt, key,
  invoice_id as invoiceId, is_separate as isSeparate, is_netted as isNetted, status, words as reason,
  actor_id as actorId, created_at as createdAt`;

/** Returns undefined if the subscription has a charge in progress, so that repeated clicks charge once. */
export function beginCharge(
  db: Database,
  charge: { subscriptionId: number; installmentId: number; actorId: string; now: number },
): ChargeRow | undefined {
  const { n } = db
    .query<{ n: number }, [number]>("select count(*) as n from charges where installment_id = ?")
    .get(charge.installmentId) ?? { n: 0 };
  const { changes, lastInsertRowid } = db
    .query(
      `insert or ignore into charges (subscription_id, installment_id, attempt, key, status, actor_id, created_at)
       values ($subscriptionId, $installmentId, $attempt, $key, 'begun', $actorId, $now)`,
    )
    .run({
      ...charge,
      attempt: n + 1,
      key: `charge-${charge.installmentId}-${n + 1}-${Bun.randomUUIDv7()}`,
    });
  return changes === 0 ? undefined : findCharge(db, Number(lastInsertRowid));
}

/** Stores a paid charge that is missing here. Returns false if it is known. */
export function adoptCharge(
  db: Database,
  paid: { subscriptionId: number; installmentId: number; invoiceId: string; now: number },
): boolean {
  const { changes } = db
    .query(
      `insert into charges (subscription_id, installment_id, attempt, key, invoice_id, is_separate, is_netted,
         status, created_at)
       select $subscriptionId, $installmentId,
         1 + (select count(*) from charges where installment_id = $installmentId), 'adopted-' || $invoiceId,
         $invoiceId, 1, 1, 'paid', $now
       where not exists (select 1 from charges where subscription_id = $subscriptionId and invoice_id = $invoiceId)`,
    )
    .run(paid);
  return changes > 0;
}

/** Returns charges that a crash interrupted or that are paid but not credited yet. */
export function listUnfinishedCharges(db: Database): ChargeRow[] {
  return selectCharges(
    db,
    "status = 'begun' or (status = 'paid' and is_separate = 1 and is_netted = 0)",
  );
}

/** Counts the early payments, each of which reduces one scheduled invoice to zero. */
export function countPaidAhead(db: Database, subscriptionId: number): number {
  return (
    db
      .query<{ n: number }, [number]>(
        "select count(*) as n from charges where subscription_id = ? and is_separate = 1 and status = 'paid'",
      )
      .get(subscriptionId)?.n ?? 0
  );
}

export function setChargeInvoice(
  db: Database,
  id: number,
  invoiceId: string,
  isSeparate: boolean,
): void {
  db.query("update charges set invoice_id = ?, is_separate = ? where id = ?").run(
    invoiceId,
    Number(isSeparate),
    id,
  );
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

export function markNetted(db: Database, id: number): void {
  db.query("update charges set is_netted = 1 where id = ?").run(id);
}

function findCharge(db: Database, id: number): ChargeRow | undefined {
  return selectCharges(db, "id = ?", id)[0];
}

function selectCharges(db: Database, rest: string, ...values: (string | number)[]): ChargeRow[] {
  return db
    .query<Stored, (string | number)[]>(`select ${COLUMNS} from charges where ${rest}`)
    .all(...values)
    .map((row) => ({ ...row, isSeparate: row.isSeparate === 1, isNetted: row.isNetted === 1 }));
}
