import type { Database } from "#db/connection.ts";

/** Names to JSON values; secrets are stored encrypted by src/settings. */
export function allSettings(db: Database): Map<string, unknown> {
  const rows = db
    .query<{ name: string; value: string }, []>("select name, value from settings")
    .all();
  return new Map(rows.map(({ name, value }) => [name, JSON.parse(value) as unknown]));
}

export function setSetting(db: Database, name: string, value: unknown): void {
  db.query("insert or replace into settings (name, value) values (?, ?)").run(
    name,
    JSON.stringify(value),
  );
}
