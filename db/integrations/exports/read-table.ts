import type { Database } from "#db/connection.ts";
import type { ExportSource, ExportTable } from "./table.ts";

export type ExportCell = string | number | null;

/** Rows from the first instant or local time on, and before the second; undefined for all. */
export interface ExportRange {
  readonly instant: readonly [from: number, to: number];
  /** Local times of the business. */
  readonly wall: readonly [from: string, to: string];
}

/** Rows examined at a time, whether or not they are in the range: a few milliseconds. */
const SLICE = 1_000;

/** Reads a table in slices by its key, so that neither memory nor a step grows with the table. */
export function* readTable(
  db: Database,
  table: ExportTable,
  range: ExportRange | undefined,
): Generator<ExportCell[][]> {
  for (const source of table.sources) yield* readSource(db, source, range);
}

function* readSource(
  db: Database,
  { from, key, at, where = "1", select }: ExportSource,
  range: ExportRange | undefined,
): Generator<ExportCell[][]> {
  const inRange = at && range ? `${at.column} >= $from and ${at.column} < $to` : "$from = $to";
  const [start, end] = at && range ? range[at.kind] : [0, 0];
  let after: string | number | null = null;
  for (;;) {
    const rest: string = after === null ? "$after is null" : `${key} > $after`;
    const last: { key: string | number | null } | null = db
      .query<{ key: string | number | null }, { after: string | number | null }>(
        `select max(key) as key from
           (select ${key} as key from ${from} where ${rest} order by ${key} limit ${SLICE})`,
      )
      .get({ after });
    if (!last || last.key === null) return;
    const rows = db
      .query<Record<string, ExportCell>, Record<string, string | number | null>>(
        `select ${select.map((expression, at) => `${expression} as c${at}`).join(", ")}
         from ${from}
         where ${rest} and ${key} <= $last and (${where}) and ${inRange} order by ${key}`,
      )
      .values({ after, last: last.key, from: start, to: end }) as ExportCell[][];
    yield rows;
    after = last.key;
  }
}
