import { Database as Sqlite } from "bun:sqlite";
import migrations from "#db/migrations.sql" with { type: "text" };
import firstSchema from "#db/schema.sql" with { type: "text" };
import { indexAllContacts } from "./clients/contact-words.ts";
import { type Database, inTransaction } from "./connection.ts";

/** The version of schema.sql. No database with an older schema was ever released. */
const FIRST_VERSION = 40;

/** Forward only. Each step raises the schema version by one. */
const MIGRATIONS = migrations.split(/^(?=-- \d+[.] )/m).slice(1);

/** The step to this version is the last one that empties the indexes of contacts. */
const REINDEXED = 82;

export const SCHEMA_VERSION = FIRST_VERSION + MIGRATIONS.length;

/** This program can't read or upgrade the database's schema. */
export class UnknownSchema extends Error {
  override readonly name = "UnknownSchema";

  constructor(version: number) {
    super(
      version > SCHEMA_VERSION
        ? `This database was written by a newer Parlor (schema ${version}, this program knows ${SCHEMA_VERSION}). Install that version, or restore the backup made before the upgrade.`
        : `This database was written by a Parlor from before its first release (schema ${version}, this program knows ${FIRST_VERSION} to ${SCHEMA_VERSION}). It can't be upgraded.`,
    );
  }
}

export function isKnownSchema(version: number): boolean {
  return version >= FIRST_VERSION && version <= SCHEMA_VERSION;
}

/** The file is an intact database of another program. */
export class ForeignDatabase extends Error {
  override readonly name = "ForeignDatabase";
}

/** @throws ForeignDatabase unless the database is empty or Parlor's */
export function requireOwnDatabase(db: Database, file: string): void {
  const tables = db.query("select name from sqlite_schema where type = 'table'").values().flat();
  const isOwn = ["users", "state"].every((name) => tables.includes(name));
  if (schemaVersion(db) === 0 ? tables.length > 0 : !isOwn)
    throw new ForeignDatabase(
      `${file} is a database of another program. Nothing was changed. Choose another folder with --data, or restore a backup.`,
    );
}

export function schemaVersion(db: Database): number {
  return db.query<{ user_version: number }, []>("PRAGMA user_version").get()?.user_version ?? 0;
}

const OBJECTS = "select type, name, sql from sqlite_schema where name not like 'sqlite_%'";

/** What this schema version has, by name. */
function ownSchema(version: number): Map<string, string> {
  const own = new Sqlite(":memory:");
  for (const step of [firstSchema, ...MIGRATIONS.slice(0, version - FIRST_VERSION)]) own.run(step);
  const objects = own.query<SchemaObject, []>(OBJECTS).all();
  own.close();
  return new Map(objects.map((object) => [object.name, definitionOf(object)]));
}

interface SchemaObject {
  readonly type: string;
  readonly name: string;
  readonly sql: string | null;
}

/**
 * A table's text without what altering it leaves: quotes, spaces and lost comments. Triggers, views and indexes are
 * never altered, so their text is compared as it is.
 */
function definitionOf({ type, sql }: SchemaObject): string {
  if (type !== "table") return sql ?? "";
  const plain = (sql ?? "").replace(/--[^\n]*/g, "").replaceAll('"', "");
  return plain.replace(/\s+/g, " ").replace(/ ?([(),]) ?/g, "$1");
}

/** Names of triggers and views that this schema version doesn't have. They would run with every change. */
export function listForeignTriggers(db: Database): string[] {
  const own = ownSchema(schemaVersion(db));
  return db
    .query<SchemaObject, []>(OBJECTS)
    .all()
    .filter(({ type, name, sql }) => /^(?:trigger|view)$/.test(type) && own.get(name) !== sql)
    .map(({ name }) => name);
}

/** Names of tables, indexes, triggers and views that are missing or changed, and of foreign triggers and views. */
export function listSchemaDifferences(db: Database): string[] {
  const objects = db.query<SchemaObject, []>(OBJECTS).all();
  const found = new Map(objects.map((object) => [object.name, definitionOf(object)]));
  const changed = [...ownSchema(schemaVersion(db))].filter(
    ([name, sql]) => found.get(name) !== sql,
  );
  return [...new Set([...changed.map(([name]) => name), ...listForeignTriggers(db)])];
}

/** Changes whenever rows are added or anything about the schema changes, in a few characters. */
export function fingerprintOf(db: Database): string {
  const facts = [
    "select name, sql from sqlite_schema",
    "select * from sqlite_sequence order by name",
    "select * from state order by name",
    "PRAGMA page_count",
    "PRAGMA freelist_count",
  ].map((sql) => db.query(sql).values());
  return Bun.hash(JSON.stringify(facts)).toString(36);
}

/** Gives a new database the tables that this version had. */
export function createSchema(db: Database, version: number): void {
  inTransaction(db, () => {
    for (const step of [firstSchema, ...MIGRATIONS.slice(0, version - FIRST_VERSION)]) db.run(step);
    db.run(`PRAGMA user_version = ${version}`);
  });
}

/**
 * Upgrades a database to this program's schema in one transaction and returns the number of steps.
 * `snapshot` is called first, unless the database is new.
 * @throws UnknownSchema when the file was written by a newer Parlor, or before the first release
 */
export function migrate(db: Database, snapshot?: (from: number) => void): number {
  const from = schemaVersion(db);
  if (from === SCHEMA_VERSION) return 0;
  if (from > 0 && !isKnownSchema(from)) throw new UnknownSchema(from);
  if (from > 0) snapshot?.(from);
  const steps = from === 0 ? [firstSchema, ...MIGRATIONS] : MIGRATIONS.slice(from - FIRST_VERSION);

  // Rebuilding a table must not cascade to the rows that refer to it. The pragma has no effect inside a transaction.
  db.run("PRAGMA foreign_keys = OFF");
  try {
    inTransaction(db, () => {
      for (const step of steps) db.run(step);
      if (from < REINDEXED) indexAllContacts(db);
      db.run(`PRAGMA user_version = ${SCHEMA_VERSION}`);
    });
  } finally {
    db.run("PRAGMA foreign_keys = ON");
  }
  return steps.length;
}
