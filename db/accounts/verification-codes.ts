import type { Database } from "#db/connection.ts";

export interface CodeRow {
  readonly id: number;
  readonly codeHash: Uint8Array;
  readonly wrongTries: number;
  readonly proofHash: Uint8Array | null;
}

export interface CodeToInsert {
  readonly purpose: string;
  readonly target: string;
  readonly codeHash: Uint8Array;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** When codes for a target were created since then, for any purpose, oldest first. */
export function codeTimes(db: Database, target: string, since: number): number[] {
  return db
    .query<{ at: number }, [string, number]>(
      "select created_at as at from verification_codes where target = ? and created_at > ? order by created_at",
    )
    .all(target, since)
    .map(({ at }) => at);
}

/** Inserts a code and voids earlier ones for the same purpose, which still count toward the limits. */
export function insertCode(db: Database, code: CodeToInsert): void {
  db.query(
    "update verification_codes set expires_at = 0 where target = ? and purpose = ? and expires_at > 0",
  ).run(code.target, code.purpose);
  db.query(
    `insert into verification_codes (purpose, target, code_hash, created_at, expires_at)
     values ($purpose, $target, $codeHash, $createdAt, $expiresAt)`,
  ).run({ ...code });
}

export function findCode(
  db: Database,
  purpose: string,
  target: string,
  now: number,
): CodeRow | null {
  return db
    .query<CodeRow, [string, string, number]>(
      `select id, code_hash as codeHash, wrong_tries as wrongTries, proof_hash as proofHash
       from verification_codes where target = ? and purpose = ? and expires_at > ?
       order by created_at desc, id desc limit 1`,
    )
    .get(target, purpose, now);
}

export function countWrongTry(db: Database, id: number): void {
  db.query("update verification_codes set wrong_tries = wrong_tries + 1 where id = ?").run(id);
}

export function setProof(db: Database, id: number, proofHash: Uint8Array, expiresAt: number): void {
  db.query("update verification_codes set proof_hash = ?, expires_at = ? where id = ?").run(
    proofHash,
    expiresAt,
    id,
  );
}

/** Voids a code. Its row remains for the limits until it is deleted. */
export function voidCode(db: Database, id: number): void {
  db.query("update verification_codes set expires_at = 0 where id = ?").run(id);
}

export function deleteCodesBefore(db: Database, before: number): void {
  db.query("delete from verification_codes where created_at < ?").run(before);
}
