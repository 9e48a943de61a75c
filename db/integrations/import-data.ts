import { SQLiteError, Database as Sqlite } from "bun:sqlite";
import { removeDatabase } from "#db/backup.ts";
import { type Database, inTransaction, openDatabase } from "#db/connection.ts";
import { createSchema, migrate, schemaVersion } from "#db/migrate.ts";
import { count, pluck } from "#db/rows.ts";
import { DATA_TABLES, LEFT_OUT } from "./exports/data-tables.ts";

/** An export that can't be imported; the message says why. */
export class BadExport extends Error {
  override readonly name = "BadExport";
}

/** What a new database has, or strangers and the program itself may write before anyone has signed in. */
const BEFORE_USE: ReadonlySet<string> = new Set(
  "state counters audit_logs audit_counts webhook_calls".split(" "),
);
/** Ids that the other Parlor has used since its export are not assigned again, as after a restore. */
const ID_GAP = 1_000_000_000;

/** Whether nothing was ever entered into this database. */
export function isUnused(db: Database): boolean {
  const version = schemaVersion(db);
  if (version === 0) return true;
  const unused = new Sqlite(":memory:", { strict: true });
  createSchema(unused, version);
  const countRows = (of: Database, table: string) => count(of, `select count(*) from ${table}`);
  const isSame = listTables(unused)
    .filter((table) => Object.hasOwn(DATA_TABLES, table) && !BEFORE_USE.has(table))
    .every((table) => countRows(db, table) <= countRows(unused, table));
  unused.close();
  return isSame;
}

function listTables(db: Database): string[] {
  return pluck<string>(
    db,
    "select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'",
  );
}

/** A new database that is being filled, and gets its name when it is complete. */
export interface Draft {
  readonly db: Database;
  /** Every one of these must be filled. */
  readonly tables: readonly string[];
  readonly indexesAndTriggers: readonly string[];
}

/** Creates an empty database with the schema of the export, without its indexes and triggers. */
export function openDraft(file: string, version: number): Draft {
  removeDatabase(file);
  const db = openDatabase(file);
  // If the import fails, the file is deleted.
  for (const pragma of ["journal_mode = MEMORY", "synchronous = OFF", "foreign_keys = OFF"])
    db.run(`PRAGMA ${pragma}`);
  createSchema(db, version);
  const parts = db
    .query<{ type: string; name: string; sql: string }, []>(
      "select type, name, sql from sqlite_schema where sql is not null and type in ('index', 'trigger')",
    )
    .all();
  for (const { type, name } of parts) db.run(`drop ${type} ${name}`);
  const tables = listTables(db).filter((table) => !Object.hasOwn(LEFT_OUT, table));
  for (const table of tables) db.run(`delete from ${table}`);
  return { db, tables, indexesAndTriggers: parts.map(({ sql }) => sql) };
}

export type ImportedCell = string | number | { readonly base64: string } | null;

/**
 * Returns a function that inserts rows of these columns and returns how many. `fixed` has the columns that no export
 * contains.
 * @throws BadExport for columns that the schema doesn't have, and rows that don't fit
 */
export function createInsert(
  { db, tables }: Draft,
  table: string,
  columns: readonly string[],
  fixed: Readonly<Record<string, string>> = {},
): (rows: readonly (readonly ImportedCell[])[]) => number {
  const known = pluck<string>(db, "select name from pragma_table_info(?)", table);
  const unknown = columns.filter(
    (column) => !known.includes(column) || Object.hasOwn(LEFT_OUT, `${table}.${column}`),
  );
  if (!tables.includes(table) || unknown.length > 0)
    throw new BadExport(`it has data that doesn't belong into ${table}: ${unknown.join(", ")}`);
  const all = [...columns, ...Object.keys(fixed)];
  const insert = db.query(`insert into ${table} (${all}) values (${all.map(() => "?")})`);
  return (rows) => {
    try {
      inTransaction(db, () => {
        for (const row of rows) insert.run(...row.map(toCell), ...Object.values(fixed));
      });
      return rows.length;
    } catch (error) {
      if (
        !(error instanceof SQLiteError) ||
        !/^SQLITE_(CONSTRAINT|MISMATCH)/.test(error.code ?? "")
      )
        throw error;
      throw new BadExport(`a row of ${table} doesn't fit: ${error.message}`);
    }
  };
}

function toCell(cell: ImportedCell) {
  return typeof cell === "object" && cell !== null ? Uint8Array.fromBase64(cell.base64) : cell;
}

/** Completes the database: indexes, triggers and this program's schema. @throws BadExport */
export function completeDraft(
  { db, indexesAndTriggers }: Draft,
  sequences: Readonly<Record<string, number>>,
): void {
  try {
    for (const sql of indexesAndTriggers) db.run(sql);
  } catch (error) {
    if (!(error instanceof SQLiteError) || !error.code?.startsWith("SQLITE_CONSTRAINT"))
      throw error;
    throw new BadExport(`its rows contradict each other: ${error.message}`);
  }
  db.run("delete from sqlite_sequence");
  for (const [table, last] of Object.entries(sequences))
    db.query("insert into sqlite_sequence (name, seq) values (?, ?)").run(table, last + ID_GAP);
  const dangling = db.query("PRAGMA foreign_key_check").values();
  if (dangling.length > 0)
    throw new BadExport(`${dangling.length} of its rows refer to rows that are missing`);
  migrate(db);
}
