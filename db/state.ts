import type { Database } from "./connection.ts";

/** Reads a value of internal state by name, such as the pace, a watermark or a job's last run. */
export function readState<T>(db: Database, name: string): T | undefined {
  const row = db
    .query<{ value: string }, [string]>("select value from state where name = ?")
    .get(name);
  return row ? (JSON.parse(row.value) as T) : undefined;
}

export function writeState(db: Database, name: string, value: unknown): void {
  db.query("insert or replace into state (name, value) values (?, ?)").run(
    name,
    JSON.stringify(value),
  );
}

export function deleteState(db: Database, name: string): void {
  db.query("delete from state where name = ?").run(name);
}
