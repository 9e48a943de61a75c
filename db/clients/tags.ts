import type { Database } from "#db/connection.ts";
import { exists, integer, pluck, type RowOf, table, text } from "#db/rows.ts";

const tags = table("tags", {
  id: integer(),
  name: text(),
  /** Maintained by triggers: all contacts with the tag, and those in each state. */
  contactCount: integer(),
  reachableCount: integer(),
  agreedCount: integer(),
  optedOutCount: integer(),
  undeliverableCount: integer(),
  createdAt: integer(),
});

export type TagRow = RowOf<typeof tags>;

export function listTags(db: Database): TagRow[] {
  return tags.list(db, "order by name collate nocase");
}

export function findTag(db: Database, id: number): TagRow | null {
  return tags.find(db, "where id = ?", id);
}

/** Ignores case in every script; SQLite's NOCASE collation covers only A to Z. */
export function findTagNamed(db: Database, name: string): TagRow | undefined {
  const foldCase = (text: string) => text.normalize().toLocaleLowerCase("en");
  return listTags(db).find((tag) => foldCase(tag.name) === foldCase(name));
}

export function insertTag(db: Database, name: string, now: number): number {
  return tags.insert(db, { name, createdAt: now });
}

export function renameTag(db: Database, id: number, name: string): void {
  tags.update(db, id, { name });
}

/** Removes the tag from at most `slice` contacts. Returns true while other contacts have it. */
export function removeTagSlice(db: Database, id: number, slice: number): boolean {
  db.query(
    `delete from contact_tags where tag_id = ?1 and contact_id in
       (select contact_id from contact_tags where tag_id = ?1 limit ?2)`,
  ).run(id, slice);
  return exists(db, "select 1 from contact_tags where tag_id = ? limit 1", id);
}

export function deleteTag(db: Database, id: number): void {
  db.query("delete from tags where id = ?").run(id);
}

/** Adds the tag to contacts. Returns the ids of those that did not have it; deleted contacts are ignored. */
export function assignTag(db: Database, id: number, contactIds: readonly number[]): number[] {
  return pluck(
    db,
    `insert or ignore into contact_tags (tag_id, contact_id)
     select ?, contacts.id from json_each(?) join contacts on contacts.id = value
     returning contact_id as id`,
    id,
    JSON.stringify(contactIds),
  );
}

/** Removes the tag from contacts. Returns the ids of those that had it. */
export function unassignTag(db: Database, id: number, contactIds: readonly number[]): number[] {
  return pluck(
    db,
    `delete from contact_tags where tag_id = ? and contact_id in (select value from json_each(?))
     returning contact_id as id`,
    id,
    JSON.stringify(contactIds),
  );
}

/** The tags of each of these contacts, sorted by name, with one query for a whole page. */
export function tagsOfContacts(
  db: Database,
  contactIds: readonly number[],
): Map<number, { id: number; name: string }[]> {
  const rows = db
    .query<{ contactId: number; id: number; name: string }, [string]>(
      `select contact_id as contactId, tags.id, tags.name
       from json_each(?) cross join contact_tags on contact_id = value join tags on tags.id = tag_id
       order by tags.name collate nocase`,
    )
    .all(JSON.stringify(contactIds));
  const tagsOf = new Map<number, { id: number; name: string }[]>();
  for (const { contactId, id, name } of rows)
    tagsOf.set(contactId, [...(tagsOf.get(contactId) ?? []), { id, name }]);
  return tagsOf;
}
