import type { Database } from "#db/connection.ts";
import { findValue, insertRow, pluck } from "#db/rows.ts";

/** The small integer by which contacts refer to their owner. It is created with a user's first contact. */
export function ensureOwnerKey(db: Database, userId: string): number {
  const sql = "select key from owners where user_id = ? and leaving = 0 limit 1";
  return findValue<number>(db, sql, userId) ?? insertRow(db, "owners", { userId });
}

/** Transfers all contacts of one user to another, by changing one row. */
export function transferContacts(db: Database, from: string, to: string): void {
  db.query("update owners set user_id = ? where user_id = ?").run(to, from);
}

/** Transfers the contacts and marks them for deletion. New contacts don't get a marked key. */
export function markContactsForDeletion(db: Database, from: string, to: string): void {
  db.query("update owners set user_id = ?, leaving = 1 where user_id = ?").run(to, from);
}

/** The keys whose contacts are marked for deletion. */
export function ownersToDelete(db: Database): number[] {
  return pluck(db, "select key from owners where leaving = 1");
}

/** Removes the mark once the contacts are deleted, so that the keys can be used again. */
export function clearOwnersToDelete(db: Database, keys: readonly number[]): void {
  db.query("update owners set leaving = 0 where key in (select value from json_each(?))").run(
    JSON.stringify(keys),
  );
}

export function ownersOf(db: Database, userId: string): number[] {
  return pluck(db, "select key from owners where user_id = ?", userId);
}

export interface OwnedSlice {
  readonly ids: readonly number[];
  /** Where the next slice begins; undefined at the end. */
  readonly next: number | undefined;
}

/**
 * Contacts of these owners after an id, among at most `rows` scanned rows. Contacts have no index by
 * owner, because only this and a count would use it.
 */
export function ownedContacts(
  db: Database,
  keys: readonly number[],
  after: number,
  rows: number,
): OwnedSlice {
  const owners = JSON.stringify(keys);
  const last = findValue<number>(
    db,
    "select max(id) as id from (select id from contacts where id > ? order by id limit ?)",
    after,
    rows,
  );
  if (last === undefined) return { ids: [], next: undefined };
  const ids = pluck(
    db,
    `select id from contacts where id > ? and id <= ? and owner in (select value from json_each(?))`,
    after,
    last,
    owners,
  );
  return { ids, next: last };
}
