import type { Database } from "#db/connection.ts";

/** Precedes the first and last digits of a number in the index of words; a private character that no name has. */
export const NUMBER_PART = "\u{e000}";

/** What a contact is found by with one or two characters; db/schema.sql says why. */
const WORDS = `name
  || ' ' || char(57344) || substr(phone, 1, 1) || ' ' || char(57344) || substr(phone, 1, 2)
  || iif(phone between 10000000000 and 19999999999,
       ' ' || char(57344) || substr(phone, 2, 1) || ' ' || char(57344) || substr(phone, 2, 2), '')
  || ' ' || char(57344) || substr(phone, -1) || ' ' || char(57344) || substr(phone, -2)`;

/** Adds contacts to both search indexes, which triggers would fill row by row. */
export function indexContacts(db: Database, firstId: number, lastId: number): void {
  db.query(
    `insert into contacts_search (rowid, name, phone)
     select id, name, iif(phone < 1000000, '', '+') || phone from contacts where id between ? and ?`,
  ).run(firstId, lastId);
  db.query(
    `insert into contacts_words (rowid, words) select id, ${WORDS} from contacts where id between ? and ?`,
  ).run(firstId, lastId);
}

export function unindexContact(db: Database, id: number): void {
  db.query("delete from contacts_search where rowid = ?").run(id);
  db.query("delete from contacts_words where rowid = ?").run(id);
}
