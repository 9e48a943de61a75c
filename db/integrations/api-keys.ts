import type { Database } from "#db/connection.ts";
import { findValue } from "#db/rows.ts";

/** Returns the sealed key, or undefined if the user has none. */
export function findSealedKey(db: Database, userId: string): string | undefined {
  return findValue<string>(db, "select sealed from api_keys where user_id = ?", userId);
}

/** Stores a key and replaces the user's previous one. */
export function saveApiKey(
  db: Database,
  key: { userId: string; sealed: string; lookup: Uint8Array; createdAt: number },
): void {
  db.query(
    `insert into api_keys (user_id, sealed, lookup, created_at)
     values ($userId, $sealed, $lookup, $createdAt)
     on conflict (user_id) do update set
       sealed = excluded.sealed, lookup = excluded.lookup, created_at = excluded.created_at, last_used_at = null`,
  ).run({ ...key });
}

/** Returns the owner and the last use of the key with this keyed hash. */
export function findApiKeyOwner(
  db: Database,
  lookup: Uint8Array,
): { userId: string; lastUsedAt: number | null } | null {
  return db
    .query<{ userId: string; lastUsedAt: number | null }, [Uint8Array]>(
      "select user_id as userId, last_used_at as lastUsedAt from api_keys where lookup = ?",
    )
    .get(lookup);
}

export function recordApiKeyUse(db: Database, userId: string, at: number): void {
  db.query("update api_keys set last_used_at = ? where user_id = ?").run(at, userId);
}
