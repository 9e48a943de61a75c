import type { Database } from "./connection.ts";

/** The small number by which contacts name who they belong to; made with a user's first contact. */
export function ownerKey(db: Database, userId: string): number {
  const found = db
    .query<{ key: number }, [string]>("select key from owners where user_id = ? limit 1")
    .get(userId);
  if (found) return found.key;
  return Number(db.query("insert into owners (user_id) values (?)").run(userId).lastInsertRowid);
}

/** All that one user has, to another: one row, however many contacts. */
export function transferContacts(db: Database, from: string, to: string): void {
  db.query("update owners set user_id = ? where user_id = ?").run(to, from);
}
