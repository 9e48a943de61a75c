import type { SQLQueryBindings } from "bun:sqlite";
import type { Database } from "./connection.ts";

type Value = SQLQueryBindings;
type Values<Row> = { readonly [Name in keyof Row]: Value | undefined };

/** A column of several words that stands alone in a list of columns, without the name of its table. */
const COLUMN = /(?<=(?:\bselect|,)\s+(?:\w+\.)?)[a-z]+(?:_[a-z]+)+(?=,|\s+from\b)/g;

/** A row as SQLite returns it: these columns, such as a phone number or a boolean, are integers. */
export type Stored<Row, Integers extends keyof Row> = Omit<Row, Integers> & {
  readonly [Name in Integers]: number | Extract<Row[Name], null>;
};

/**
 * Reads the rows of one select statement, to which `rest` is added: "where id = ?". A selected column is
 * the property of its name: "due_at" becomes "dueAt".
 */
export interface Reader<Row> {
  readonly list: (db: Database, rest: string, ...values: Value[]) => Row[];
  readonly find: (db: Database, rest: string, ...values: Value[]) => Row | null;
}

export function reader<Row>(select: string): Reader<Row>;
export function reader<From, Row>(select: string, toRow: (row: From) => Row): Reader<Row>;
export function reader<From, Row>(select: string, toRow?: (row: From) => Row): Reader<From | Row> {
  const named = select.replace(COLUMN, (column) => `${column} as ${toName(column)}`);
  const query = (db: Database, rest: string) => db.query<From, Value[]>(`${named} ${rest}`);
  return {
    list(db, rest, ...values) {
      const rows = query(db, rest).all(...values);
      return toRow ? rows.map(toRow) : rows;
    },
    find(db, rest, ...values) {
      const row = query(db, rest).get(...values);
      return row && toRow ? toRow(row) : row;
    },
  };
}

/** Returns the first column of each row. */
export function pluck<T extends Value = number>(
  db: Database,
  sql: string,
  ...values: Value[]
): T[] {
  return db
    .query(sql)
    .values(...values)
    .flat() as T[];
}

/** Returns the first column of the first row; undefined without a row, or when it is null. */
export function findValue<T extends Value>(
  db: Database,
  sql: string,
  ...values: Value[]
): T | undefined {
  const [value] = Object.values(db.query<object, Value[]>(sql).get(...values) ?? {});
  return value ?? undefined;
}

/** Returns the number that a select statement counts or adds up. */
export function count(db: Database, sql: string, ...values: Value[]): number {
  return findValue<number>(db, sql, ...values) ?? 0;
}

export function exists(db: Database, sql: string, ...values: Value[]): boolean {
  return db.query(sql).get(...values) !== null;
}

/**
 * Inserts a row and returns its id. Every property becomes a column, so a property without a column
 * throws. Callers list the properties in a fixed order, so each statement is prepared once.
 */
export function insertRow<Row extends Values<Row>>(db: Database, table: string, row: Row): number {
  const columns = Object.keys(row).map(toColumn);
  const { lastInsertRowid } = db
    .query(`insert into ${table} (${columns}) values (${columns.map(() => "?")})`)
    .run(...toValues(row));
  return Number(lastInsertRowid);
}

/** Changes these columns of a row. Returns false if there is no row with the id. */
export function updateRow<Row extends Values<Row>>(
  db: Database,
  table: string,
  id: number | string,
  row: Row,
): boolean {
  const set = Object.keys(row).map((name) => `${toColumn(name)} = ?`);
  return db.query(`update ${table} set ${set} where id = ?`).run(...toValues(row), id).changes > 0;
}

function toName(column: string): string {
  return column.replace(/_[a-z]/g, (part) => part.slice(1).toUpperCase());
}

/** "dueAt" is the column "due_at". */
function toColumn(name: string): string {
  return `"${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}"`;
}

function toValues(row: object): Value[] {
  return Object.values(row);
}
