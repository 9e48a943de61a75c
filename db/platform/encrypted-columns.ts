import type { Database } from "#db/connection.ts";

/** How a sealed record begins; see src/secret-box.ts. */
const SEALED = "v1.*.*.*";

interface Place {
  readonly table: string;
  /** What tells its rows apart. */
  readonly key: string;
  readonly column: string;
  /** SQL for the name that the record is bound to. */
  readonly boundTo: string;
  /** SQL around the record, where the column holds JSON. */
  readonly read?: string;
  readonly write?: string;
  /** Where the secret's keyed hash lies, by which it is looked up: made anew with the record. */
  readonly lookup?: string;
}

/** Wherever sealed records lie. Who seals something new adds its place; a test sees to it. */
const PLACES: readonly Place[] = [
  {
    table: "settings",
    key: "name",
    column: "value",
    boundTo: "name",
    read: "iif(json_valid(value), value ->> '$', '')",
    write: "json_quote(?1)",
  },
  {
    table: "second_factors",
    key: "user_id",
    column: "secret",
    boundTo: "'secondFactorSecret'",
  },
  {
    table: "api_keys",
    key: "user_id",
    column: "sealed",
    boundTo: "'apiKey'",
    lookup: "lookup",
  },
];

interface Resealed {
  readonly done: number;
  /** Sealed with a key that is not there: left as they are. */
  readonly closed: number;
}

interface Anew {
  readonly record: string;
  /** The secret's keyed hash under the new key. */
  readonly lookup: Uint8Array;
}

/** Every sealed record anew, in the caller's transaction. */
export function resealAll(
  db: Database,
  reseal: (boundTo: string, record: string) => Anew | undefined,
): Resealed {
  let done = 0;
  let closed = 0;
  for (const place of PLACES) {
    const { table, key, column, boundTo, lookup, read = column, write = "?1" } = place;
    const rows = db
      .query<{ id: string; boundTo: string; record: string }, [string]>(
        `select ${key} as id, ${boundTo} as boundTo, ${read} as record from ${table} where ${read} glob ?`,
      )
      .all(SEALED);
    const update = db.query(`update ${table} set ${column} = ${write} where ${key} = ?2`);
    for (const row of rows) {
      const anew = reseal(row.boundTo, row.record);
      if (anew === undefined) {
        closed += 1;
        continue;
      }
      done += update.run(anew.record, row.id).changes;
      if (lookup)
        db.query(`update ${table} set ${lookup} = ? where ${key} = ?`).run(anew.lookup, row.id);
    }
  }
  return { done, closed };
}
