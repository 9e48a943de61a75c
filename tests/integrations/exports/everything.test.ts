import { expect, test } from "bun:test";
import type { Database } from "#db/connection.ts";
import { DATA_TABLES, LEFT_OUT } from "#db/integrations/exports/data-tables.ts";
import { migratedDatabase } from "#tests/support/migrated-database.ts";

/** Tables and columns that an export neither contains nor names as left out. */
function forgotten(db: Database): string[] {
  const tables = db
    .query(
      "select name from pragma_table_list where schema = 'main' and type in ('table', 'virtual') and name not like 'sqlite_%'",
    )
    .values()
    .flat()
    .map(String);
  return tables.flatMap((table) => {
    const isIn = Object.hasOwn(DATA_TABLES, table);
    if (isIn === Object.hasOwn(LEFT_OUT, table)) return [table];
    if (!isIn) return [];
    const exported = DATA_TABLES[table]?.split(" ") ?? [];
    return db
      .query("select name from pragma_table_info(?)")
      .values(table)
      .flat()
      .filter(
        (column) =>
          exported.includes(String(column)) === Object.hasOwn(LEFT_OUT, `${table}.${column}`),
      )
      .map((column) => `${table}.${column}`);
  });
}

test("each table and column is exported, or named as left out with a reason", () => {
  const db = migratedDatabase();
  expect(forgotten(db)).toEqual([]);
  db.run("create table invented (id integer primary key) strict");
  db.run("alter table contacts add column invented text");
  expect(forgotten(db).toSorted()).toEqual(["contacts.invented", "invented"]);
});

test("each exported table and column exists", () => {
  const db = migratedDatabase();
  for (const [table, columns] of Object.entries(DATA_TABLES))
    db.query(`select ${columns.split(" ")} from ${table}`).all();
});
