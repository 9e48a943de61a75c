import { expect, test } from "bun:test";
import { testApp } from "#tests/support/test-app.ts";

/** Tables that name a client and that no domain's part changes or erases, with the reason. */
const REMAINING: Readonly<Record<string, string>> = {
  agreements: "signed, with the signer's name: evidence of a contract",
  appointment_only: "consent of a number",
  audit_logs: "what staff did, without clients' names; each row's hash is in the next",
  consents: "consent of a number: evidence for the law",
  number_checks: "what the carrier says of a number",
  scanned_numbers: "what the carrier says of a number",
  strikes: "what the carrier says of a number",
  undeliverable_numbers: "what the carrier says of a number",
  invitations: "of staff",
  users: "staff",
};

/** A column that may contain a client's id, name, number, address or words. */
const NAMES_A_CLIENT =
  /contact|client|caller|signer|reviewer|phone|email|first_name|last_name|target|^fields$|^reply$|^wording$/;

/** Columns that look like it and name no client. */
const OTHERS = new Set([
  // Ranges of ids of an import.
  "contact_import_parts.first_contact_id",
  "contact_import_parts.last_contact_id",
  "tags.contact_count",
]);

function listUnclaimed({ app }: ReturnType<typeof testApp>): string[] {
  const claimed = new Set(app.hooks.clientParts.flatMap(({ tables }) => tables));
  const columns = app.db
    .query<{ name: string; column: string }, []>(
      `select t.name, c.name as column from pragma_table_list t, pragma_table_info(t.name) c
       where t.schema = 'main' and t.type = 'table' and t.name not like 'sqlite%'`,
    )
    .all();
  const naming = columns.filter(
    ({ name, column }) => NAMES_A_CLIENT.test(column) && !OTHERS.has(`${name}.${column}`),
  );
  return [...new Set(naming.map(({ name }) => name))]
    .filter((name) => !claimed.has(name) && !(name in REMAINING))
    .toSorted();
}

test("each table that names a client belongs to a domain's part, or remains for a reason", () => {
  expect(listUnclaimed(testApp())).toEqual([]);
});

test("a new table about clients must be claimed", () => {
  const parlor = testApp();
  parlor.app.db.run("create table gift_cards (id integer primary key, contact_id integer)");
  parlor.app.db.run("create table guests (id integer primary key, client_name text)");
  parlor.app.db.run("create table loans (id integer primary key, phone integer)");
  expect(listUnclaimed(parlor)).toEqual(["gift_cards", "guests", "loans"]);
});

test("every table with a contact's id is moved by a merge, or handled by its domain", () => {
  const { app } = testApp();
  const moved = app.hooks.clientParts.flatMap(({ movedTables = [] }) => movedTables);
  const withContact = app.db
    .query<{ name: string }, []>(
      `select t.name from pragma_table_list t, pragma_table_info(t.name) c
       where t.schema = 'main' and t.type = 'table' and c.name = 'contact_id' order by t.name`,
    )
    .all()
    .map(({ name }) => name);
  expect(withContact.filter((name) => !(moved as string[]).includes(name))).toEqual([
    "contact_numbers",
    "contact_tags",
    "conversations",
    "messages",
    // A mark about the last import, of contacts that were tagged since.
    "retagged_contacts",
  ]);
});
