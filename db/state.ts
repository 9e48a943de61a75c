import type { Database } from "./connection.ts";

/** What the machine remembers about itself, by name: pace, watermarks, last runs. */
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

export function forgetState(db: Database, name: string): void {
  db.query("delete from state where name = ?").run(name);
}
