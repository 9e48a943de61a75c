import type { Database } from "#db/connection.ts";
import { addToCounter } from "#db/counters.ts";
import { exists, insertRow, integer, pluck, type RowOf, table, text, updateRow } from "#db/rows.ts";
import { indexContacts, unindexContact } from "./contact-words.ts";

/** Tables whose rows belong to a contact by `contact_id` alone. */
export type MovedTable =
  | "appointments"
  | "automatic_texts"
  | "calls"
  | "card_agreements"
  | "card_requests"
  | "cards"
  | "contact_merges"
  | "contact_notes"
  | "contact_update_requests"
  | "online_bookings"
  | "payment_plan_subscriptions"
  | "payments"
  | "potential_appointments"
  | "reviews"
  | "subscriptions"
  | "text_sign_ups"
  | "waitlist";

/** Moves a contact's rows to another one, but for those that it has too. Returns their row ids. */
export function moveRows(db: Database, table: MovedTable, from: number, to: number): number[] {
  return pluck(
    db,
    `update or ignore ${table} set contact_id = ? where contact_id = ? returning rowid`,
    to,
    from,
  );
}

/** Moves rows that are still the contact's. */
export function moveRowsBack(
  db: Database,
  table: MovedTable,
  {
    ids,
    from,
    to,
  }: { readonly ids: readonly number[]; readonly from: number; readonly to: number },
): void {
  db.query(
    `update or ignore ${table} set contact_id = ? where contact_id = ? and rowid in (select value from json_each(?))`,
  ).run(to, from, JSON.stringify(ids));
}

/** A row of `contacts` with the names of its columns. */
export type StoredContact = Readonly<Record<string, string | number | null>>;

export function readStoredContact(db: Database, id: number): StoredContact {
  const row = db.query<StoredContact, [number]>("select * from contacts where id = ?").get(id);
  if (!row) throw new Error("The contact does not exist");
  return row;
}

/** Brings a merged contact back under its former id, in the caller's transaction. `owner`: of one whose own was deleted. */
export function restoreContact(db: Database, { id, ...row }: StoredContact, owner: number): void {
  // Triggers count changes of these; new rows are counted here.
  const uncounted = { opted_out: 0, undeliverable: 0, agreed: null };
  const hasOwner = exists(db, "select 1 from owners where key = ?", row["owner"] ?? null);
  insertRow(db, "contacts", {
    id: Number(id),
    ...row,
    owner: hasOwner ? (row["owner"] ?? owner) : owner,
    ...uncounted,
  });
  addToCounter(db, "contacts", 1);
  addToCounter(db, "subscribed", 1);
  const { opted_out = 0, undeliverable = 0, agreed = null } = row;
  setStoredContact(db, Number(id), { opted_out, undeliverable, agreed });
}

/** Writes these columns, and the search index. */
export function setStoredContact(db: Database, id: number, columns: StoredContact): void {
  updateRow(db, "contacts", id, columns);
  unindexContact(db, id);
  indexContacts(db, id, id);
}

export function tagIdsOf(db: Database, contactId: number): number[] {
  return pluck(
    db,
    "select tag_id from contact_tags where contact_id = ? order by tag_id",
    contactId,
  );
}

/** Adds the tags that still exist to a contact. */
export function addTags(db: Database, contactId: number, tagIds: readonly number[]): void {
  db.query(
    `insert or ignore into contact_tags (tag_id, contact_id)
     select id, ? from tags where id in (select value from json_each(?))`,
  ).run(contactId, JSON.stringify(tagIds));
}

export function removeTags(db: Database, contactId: number, tagIds: readonly number[]): void {
  db.query(
    "delete from contact_tags where contact_id = ? and tag_id in (select value from json_each(?))",
  ).run(contactId, JSON.stringify(tagIds));
}

const merges = table("contact_merges", {
  id: integer(),
  contactId: integer(),
  /** The deleted contact's. */
  otherId: integer(),
  otherName: text(),
  /** JSON of what undoes it. */
  before: text(),
  mergedAt: integer(),
});

export type MergeRow = RowOf<typeof merges>;

export function insertMerge(db: Database, merge: Omit<MergeRow, "id">): void {
  merges.insert(db, merge);
}

export function findLastMerge(db: Database, contactId: number, since: number): MergeRow | null {
  return merges.find(
    db,
    "where contact_id = ? and merged_at > ? order by id desc limit 1",
    contactId,
    since,
  );
}

export function listMergesBefore(db: Database, before: number, limit: number): MergeRow[] {
  return merges.list(db, "where merged_at <= ? order by merged_at limit ?", before, limit);
}

export function listMergesOf(db: Database, contactId: number): MergeRow[] {
  return merges.list(db, "where contact_id = ?", contactId);
}

export function mergedNamesOf(db: Database, contactId: number): string[] {
  return pluck<string>(db, "select other_name from contact_merges where contact_id = ?", contactId);
}

export function deleteMerge(db: Database, id: number): void {
  db.query("delete from contact_merges where id = ?").run(id);
}

/** Deletes the opt-out that a merge concluded, when the merge is undone. No client said it. */
export function deleteConcludedOptOut(db: Database, id: number): void {
  db.query("delete from consents where id = ? and given = 0").run(id);
}
