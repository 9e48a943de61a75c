import type { Database } from "#db/connection.ts";

/** How a sealed record begins; see src/platform/secrets/secret-box.ts. */
export const SEALED = "v1.*.*.*";

interface Place {
  readonly table: string;
  readonly key: string;
  readonly column: string;
  /** SQL for the name that the record is bound to. */
  readonly boundTo: string;
  /** SQL around the record, where the column holds JSON. */
  readonly read?: string;
  readonly write?: string;
  /** The column with the secret's keyed hash, by which it is looked up. */
  readonly lookup?: string;
}

/** Every column with sealed records. A test fails when one is missing. */
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

interface Sealed {
  readonly id: string;
  /** The name that the record is bound to. */
  readonly boundTo: string;
  readonly record: string;
}

/** Returns every sealed record. */
export function listSealed(db: Database): Sealed[] {
  return PLACES.flatMap((place) => listSealedIn(db, place));
}

function listSealedIn(
  db: Database,
  { table, key, column, boundTo, read = column }: Place,
): Sealed[] {
  return db
    .query<Sealed, [string]>(
      `select ${key} as id, ${boundTo} as boundTo, ${read} as record from ${table} where ${read} glob ?`,
    )
    .all(SEALED);
}

interface Resealed {
  readonly done: number;
  /** Records that were sealed with an unknown key and stay as they are. */
  readonly closed: number;
}

interface NewRecord {
  readonly record: string;
  /** The secret's keyed hash under the new key. */
  readonly lookup: Uint8Array;
}

/** Seals every record again, in the caller's transaction. */
export function resealAll(
  db: Database,
  reseal: (boundTo: string, record: string) => NewRecord | undefined,
): Resealed {
  let done = 0;
  let closed = 0;
  for (const place of PLACES) {
    const { table, key, column, lookup, write = "?1" } = place;
    const update = db.query(`update ${table} set ${column} = ${write} where ${key} = ?2`);
    for (const row of listSealedIn(db, place)) {
      const resealed = reseal(row.boundTo, row.record);
      if (resealed === undefined) {
        closed += 1;
        continue;
      }
      done += update.run(resealed.record, row.id).changes;
      if (lookup)
        db.query(`update ${table} set ${lookup} = ? where ${key} = ?`).run(resealed.lookup, row.id);
    }
  }
  return { done, closed };
}
