import type { Database } from "#db/connection.ts";
import { count, pluck } from "#db/rows.ts";

export interface SecondFactorRow {
  /** Encrypted. */
  readonly secret: string;
  readonly confirmedAt: number | null;
  readonly lastStep: number;
}

export function findSecondFactor(db: Database, userId: string): SecondFactorRow | null {
  return db
    .query<SecondFactorRow, [string]>(
      `select secret, confirmed_at as confirmedAt, last_step as lastStep
       from second_factors where user_id = ?`,
    )
    .get(userId);
}

export function usersWithSecondFactor(db: Database): Set<string> {
  return new Set(
    pluck<string>(db, "select user_id from second_factors where confirmed_at is not null"),
  );
}

/** Replaces a secret that was never confirmed. */
export function insertSecondFactor(
  db: Database,
  factor: { readonly userId: string; readonly secret: string; readonly createdAt: number },
): void {
  db.query(
    `insert or replace into second_factors (user_id, secret, created_at)
     values ($userId, $secret, $createdAt)`,
  ).run({ ...factor });
}

export function confirmSecondFactor(db: Database, userId: string, now: number): void {
  db.query("update second_factors set confirmed_at = ? where user_id = ?").run(now, userId);
}

export function setLastStep(db: Database, userId: string, step: number): void {
  db.query("update second_factors set last_step = ? where user_id = ?").run(step, userId);
}

export function deleteSecondFactor(db: Database, userId: string): void {
  db.query("delete from second_factors where user_id = ?").run(userId);
  db.query("delete from recovery_codes where user_id = ?").run(userId);
}

export function insertRecoveryCodes(
  db: Database,
  userId: string,
  hashes: readonly Uint8Array[],
): void {
  db.query("delete from recovery_codes where user_id = ?").run(userId);
  const insert = db.query("insert into recovery_codes (user_id, code_hash) values (?, ?)");
  for (const hash of hashes) insert.run(userId, hash);
}

/** Uses up a recovery code. Returns false when there is no such code or it was already used. */
export function consumeRecoveryCode(
  db: Database,
  userId: string,
  hash: Uint8Array,
  now: number,
): boolean {
  const { changes } = db
    .query(
      "update recovery_codes set used_at = ? where user_id = ? and code_hash = ? and used_at is null",
    )
    .run(now, userId, hash);
  return changes === 1;
}

export function countRecoveryCodes(db: Database, userId: string): number {
  return count(
    db,
    "select count(*) from recovery_codes where user_id = ? and used_at is null",
    userId,
  );
}
