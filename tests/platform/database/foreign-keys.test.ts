import { expect, test } from "bun:test";
import { testApp } from "#tests/support/test-app.ts";

interface ForeignKey {
  readonly table: string;
  readonly from: string;
}

test("every foreign key has an index, so that a deletion reads no whole table", () => {
  const { db } = testApp().app;
  const list = <Row>(sql: string) => db.query<Row, []>(sql).all();
  const tables = list<{ name: string }>("select name from sqlite_master where type = 'table'");
  const columns = (index: string) =>
    list<{ name: string }>(`pragma index_info("${index}")`).map(({ name }) => name);

  const missing: string[] = [];
  for (const { name: table } of tables) {
    const indexed = list<{ name: string }>(`pragma index_list("${table}")`)
      .filter(({ name }) => {
        const sql = db
          .query<{ sql: string | null }, [string]>("select sql from sqlite_master where name = ?")
          .get(name)?.sql;
        // Of the partial indexes, SQLite can use those that only leave out empty keys.
        const [, condition] = / where (.*)$/is.exec(sql ?? "") ?? [];
        return condition === undefined || /^\w+ is not null$/i.test(condition);
      })
      .map(({ name }) => columns(name)[0]);
    const rowId = list<{ name: string; pk: number }>(`pragma table_info("${table}")`)
      .filter(({ pk }) => pk === 1)
      .map(({ name }) => name);
    for (const { from, table: parent } of list<ForeignKey>(`pragma foreign_key_list("${table}")`))
      if (![...indexed, ...rowId].includes(from)) missing.push(`${table}.${from} -> ${parent}`);
  }
  // The table of owners has one row for each user.
  expect(missing).toEqual(["contacts.owner -> owners"]);
});
