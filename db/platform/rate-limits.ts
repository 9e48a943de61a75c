import type { Database } from "#db/connection.ts";

export interface WindowRow {
  /** Epoch milliseconds. */
  readonly until: number;
  used: number;
}

export function findWindow(
  db: Database,
  name: string,
  key: Uint8Array,
  now: number,
): WindowRow | undefined {
  return (
    db
      .query<WindowRow, [string, Uint8Array, number]>(
        "select until, used from rate_limits where name = ? and key = ? and until > ?",
      )
      .get(name, key, now) ?? undefined
  );
}

/** Counts one use in the current window, or begins one that lasts until then. */
export function countUse(
  db: Database,
  name: string,
  key: Uint8Array,
  { now, until }: { readonly now: number; readonly until: number },
): WindowRow {
  const row = db
    .query<WindowRow, [string, Uint8Array, number, number]>(
      `insert into rate_limits (name, key, until, used) values (?1, ?2, ?3, 1)
       on conflict do update set used = iif(until > ?4, used + 1, 1), until = iif(until > ?4, until, ?3)
       returning until, used`,
    )
    .get(name, key, until, now);
  if (!row) throw new Error("A use was not counted");
  return row;
}

export function refundUse(db: Database, name: string, key: Uint8Array): void {
  db.query("update rate_limits set used = used - 1 where name = ? and key = ? and used > 0").run(
    name,
    key,
  );
}

export function deleteWindow(db: Database, name: string, key: Uint8Array): void {
  db.query("delete from rate_limits where name = ? and key = ?").run(name, key);
}

export function deleteEndedWindows(db: Database, now: number): void {
  db.query("delete from rate_limits where until <= ?").run(now);
}
