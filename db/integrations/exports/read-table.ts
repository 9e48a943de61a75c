import type { Database } from "#db/connection.ts";
import { pluck } from "#db/rows.ts";
import { DATA_CONDITIONS, DATA_EXPRESSIONS, DATA_TABLES } from "./data-tables.ts";
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
  for (const source of table.sources) yield* readSource(db, table, source, range);
}

function* readSource(
  db: Database,
  { columns }: ExportTable,
  { from, key, at, where = "1", select }: ExportSource,
  range: ExportRange | undefined,
): Generator<ExportCell[][]> {
  const inRange = at && range ? `${at.column} >= $from and ${at.column} < $to` : "$from = $to";
  const cells = Object.keys(columns).map((name, at) => `${select[name] ?? "null"} as c${at}`);
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
        `select ${cells}
         from ${from}
         where ${rest} and ${key} <= $last and (${where}) and ${inRange} order by ${key}`,
      )
      .values({ after, last: last.key, from: start, to: end }) as ExportCell[][];
    yield rows;
    after = last.key;
  }
}

export type DataCell = string | number | Uint8Array | null;

/** Rows of pictures and signatures are large. */
const LARGE_ROWS: Readonly<Record<string, number>> = { media_pieces: 4, agreements: 20 };
const DATA_SLICE = 200;

/** Reads the exported columns of a table as they are stored, in slices by its primary key. */
export function* readData(db: Database, table: string): Generator<DataCell[][]> {
  const key = pluck<string>(
    db,
    "select name from pragma_table_info(?) where pk > 0 order by pk",
    table,
  );
  const columns = (DATA_TABLES[table] ?? "").split(" ");
  const select = columns.map((column) => DATA_EXPRESSIONS[`${table}.${column}`] ?? column);
  const condition = DATA_CONDITIONS[table] ?? "1";
  const limit = LARGE_ROWS[table] ?? DATA_SLICE;
  const all = `select ${[...select, ...key]} from ${table} where (${condition})`;
  const rest = `and (${key}) > (${key.map(() => "?")})`;
  const order = `order by ${key} limit ${limit}`;
  let after: DataCell[] = [];
  for (;;) {
    const rows = db
      .query(`${all} ${after.length > 0 ? rest : ""} ${order}`)
      .values(...after) as DataCell[][];
    if (rows.length > 0) yield rows.map((row) => row.slice(0, columns.length));
    after = rows.at(-1)?.slice(columns.length) ?? [];
    if (rows.length < limit) return;
  }
}

/** The highest id that each table ever had, so that none is used again. */
export function readSequences(db: Database): Record<string, number> {
  const rows = db.query("select name, seq from sqlite_sequence order by name").values();
  return Object.fromEntries(rows.filter(([name]) => String(name) in DATA_TABLES));
}
