import type { Database } from "#db/connection.ts";
import { exists, insertRow, pluck, updateRow } from "#db/rows.ts";

export interface CodeRow {
  readonly id: number;
  readonly codeHash: Uint8Array;
  readonly proofHash: Uint8Array | null;
}

export interface CodeToInsert {
  readonly purpose: string;
  readonly target: string;
  readonly codeHash: Uint8Array;
  readonly createdAt: number;
  readonly expiresAt: number;
  /** SHA-256 of the cookie of the browser that asked for it. */
  readonly browserHash: Uint8Array | null;
}

/** When codes for a target were created since then, for any purpose, oldest first. */
export function codeTimes(db: Database, target: string, since: number): number[] {
  return pluck(
    db,
    "select created_at from verification_codes where target = ? and created_at > ? order by created_at",
    target,
    since,
  );
}

/** Inserts a code and voids earlier ones for the same purpose, which still count toward the limits. */
export function insertCode(db: Database, code: CodeToInsert): void {
  db.query(
    "update verification_codes set expires_at = 0 where target = ? and purpose = ? and expires_at > 0",
  ).run(code.target, code.purpose);
  insertRow(db, "verification_codes", code);
}

export function findCode(
  db: Database,
  purpose: string,
  target: string,
  now: number,
): CodeRow | null {
  return db
    .query<CodeRow, [string, string, number]>(
      `select id, code_hash as codeHash, proof_hash as proofHash
       from verification_codes where target = ? and purpose = ? and expires_at > ?
       order by created_at desc, id desc limit 1`,
    )
    .get(target, purpose, now);
}

export function hasAskedForCode(
  db: Database,
  target: string,
  browserHash: Uint8Array,
  since: number,
): boolean {
  const sql =
    "select 1 from verification_codes where target = ? and created_at > ? and browser_hash = ?";
  return exists(db, sql, target, since, browserHash);
}

export function setProof(db: Database, id: number, proofHash: Uint8Array, expiresAt: number): void {
  updateRow(db, "verification_codes", id, { proofHash, expiresAt });
}

/** Voids a code. Its row remains for the limits until it is deleted. */
export function voidCode(db: Database, id: number): void {
  updateRow(db, "verification_codes", id, { expiresAt: 0 });
}

export function deleteCodesTo(db: Database, targets: readonly string[]): void {
  db.query("delete from verification_codes where target in (select value from json_each(?))").run(
    JSON.stringify(targets),
  );
}

export function deleteCodesBefore(db: Database, before: number): void {
  db.query("delete from verification_codes where created_at < ?").run(before);
}
