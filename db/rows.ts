import type { SQLQueryBindings } from "bun:sqlite";
import type { Database } from "./connection.ts";
import { phoneKey, phoneText } from "./phone.ts";

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
  /** Holds one row at a time. */
  readonly iterate: (db: Database, rest: string, ...values: Value[]) => Iterable<Row>;
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
    *iterate(db, rest, ...values) {
      for (const row of query(db, rest).iterate(...values)) yield toRow ? toRow(row) : row;
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

/** A column's values, and how they are stored: as they are, without these functions. */
interface Column<Kept> {
  readonly read?: (stored: never) => Kept;
  readonly write?: (value: Kept) => Value;
  /** What is selected, if not the column of the property's name. */
  readonly sql?: string;
}
interface AnyColumn {
  readonly read?: (stored: never) => unknown;
  readonly write?: (value: never) => Value;
  readonly sql?: string;
}

export const integer = <Kept extends number = number>(): Column<Kept> => ({});
export const text = <Kept extends string = string>(): Column<Kept> => ({});
export const bytes = (): Column<Uint8Array> => ({});
export const flag = (): Column<boolean> => ({ read: (one: number) => one === 1, write: Number });
export const json = <Kept>(): Column<Kept> => ({ read: JSON.parse, write: JSON.stringify });
/** E.164, stored as an integer. */
export const phone = (): Column<string> => ({ read: phoneText, write: phoneKey });

export function orNull<Kept>({ read, write }: Column<Kept>): Column<Kept | null> {
  return {
    ...(read && { read: (stored: never) => (stored === null ? null : read(stored)) }),
    ...(write && { write: (value) => (value === null ? null : write(value)) }),
  };
}

/** A property that another column holds, or an expression. */
export function from<Kept>(sql: string, column: Column<Kept>): Column<Kept> {
  return { ...column, sql };
}

/** Reads and writes the rows of one table. A property is the column of its name: "dueAt" is "due_at". */
export interface Table<Row> extends Reader<Row> {
  /** Returns the new row's id. Columns that are left out have their defaults. */
  readonly insert: (db: Database, row: Partial<Row>) => number;
  /** Returns false if there is no row with the id. */
  readonly update: (db: Database, id: number | string, row: Partial<Row>) => boolean;
}

export type RowOf<Of> = Of extends Table<infer Row> ? Row : never;

/** Declares a table with those of its columns that are read. */
export function table<Row extends object>(
  name: string,
  columns: { readonly [Name in keyof Row]: Column<Row[Name]> },
): Table<Readonly<Row>> {
  const all = Object.entries<AnyColumn>(columns);
  const selected = all.map(
    ([property, { sql }]) => `${sql ?? `${name}.${toColumn(property)}`} as ${property}`,
  );
  const writers = new Map(all.map(([property, { write }]) => [property, write]));
  const readers = all.flatMap(([property, { read }]) => (read ? [[property, read] as const] : []));

  function toRow(stored: Record<string, unknown>): Row {
    for (const [property, read] of readers) stored[property] = read(stored[property] as never);
    return stored as Row;
  }
  function toStored(row: Partial<Row>): Record<string, Value> {
    return Object.fromEntries(
      Object.entries<Value>(row as Record<string, Value>).map(([property, value]) => [
        property,
        writers.get(property)?.(value as never) ?? value,
      ]),
    );
  }
  return {
    ...reader(`select ${selected.join(", ")} from ${name}`, toRow),
    insert: (db, row) => insertRow(db, name, toStored(row)),
    update: (db, id, row) => updateRow(db, name, id, toStored(row)),
  };
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
