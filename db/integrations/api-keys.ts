import type { Database } from "#db/connection.ts";

/** The record as it was sealed, or undefined while the user has no key. */
export function findSealedKey(db: Database, userId: string): string | undefined {
  return db
    .query<{ sealed: string }, [string]>("select sealed from api_keys where user_id = ?")
    .get(userId)?.sealed;
}

/** Takes the place of the user's former key, which opens nothing from then on. */
export function putApiKey(
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

/** Whose key has this keyed hash, and when it was last used. */
export function findKeyOwner(
  db: Database,
  lookup: Uint8Array,
): { userId: string; lastUsedAt: number | null } | null {
  return db
    .query<{ userId: string; lastUsedAt: number | null }, [Uint8Array]>(
      "select user_id as userId, last_used_at as lastUsedAt from api_keys where lookup = ?",
    )
    .get(lookup);
}

export function noteKeyUse(db: Database, userId: string, at: number): void {
  db.query("update api_keys set last_used_at = ? where user_id = ?").run(at, userId);
}
