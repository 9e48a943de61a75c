import type { Database } from "#db/connection.ts";

/** The small number by which contacts name who they belong to; made with a user's first contact. */
export function ownerKey(db: Database, userId: string): number {
  const found = db
    .query<{ key: number }, [string]>(
      "select key from owners where user_id = ? and leaving = 0 limit 1",
    )
    .get(userId);
  if (found) return found.key;
  return Number(db.query("insert into owners (user_id) values (?)").run(userId).lastInsertRowid);
}

/** All that one user has, to another: one row, however many contacts. */
export function transferContacts(db: Database, from: string, to: string): void {
  db.query("update owners set user_id = ? where user_id = ?").run(to, from);
}

/** The same, but they are to be deleted: nobody's new contact gets such a key. */
export function condemnContacts(db: Database, from: string, to: string): void {
  db.query("update owners set user_id = ?, leaving = 1 where user_id = ?").run(to, from);
}

/** The keys whose contacts are to be deleted. */
export function leavingOwners(db: Database): number[] {
  return db
    .query<{ key: number }, []>("select key from owners where leaving = 1")
    .all()
    .map(({ key }) => key);
}

/** Their contacts are gone; a key without contacts may be used again. */
export function leftOwners(db: Database, keys: readonly number[]): void {
  db.query("update owners set leaving = 0 where key in (select value from json_each(?))").run(
    JSON.stringify(keys),
  );
}

export function ownersOf(db: Database, userId: string): number[] {
  return db
    .query<{ key: number }, [string]>("select key from owners where user_id = ?")
    .all(userId)
    .map(({ key }) => key);
}

export interface OwnedSlice {
  readonly ids: readonly number[];
  /** Where the next slice begins; undefined at the end. */
  readonly next: number | undefined;
}

/**
 * Contacts of these owners after an id, found by walking over so many rows at most: contacts have no
 * index by owner, because only this and a count ever ask for one.
 */
export function ownedContacts(
  db: Database,
  keys: readonly number[],
  after: number,
  rows: number,
): OwnedSlice {
  const wanted = JSON.stringify(keys);
  const last = db
    .query<{ id: number | null }, [number, number]>(
      "select max(id) as id from (select id from contacts where id > ? order by id limit ?)",
    )
    .get(after, rows)?.id;
  if (last === null || last === undefined) return { ids: [], next: undefined };
  const ids = db
    .query<{ id: number }, [number, number, string]>(
      `select id from contacts where id > ? and id <= ? and owner in (select value from json_each(?))`,
    )
    .all(after, last, wanted)
    .map(({ id }) => id);
  return { ids, next: last };
}
