import type { Database } from "#db/connection.ts";
import { insertRow, pluck } from "#db/rows.ts";

export interface ImportPart {
  readonly importKey: string;
  readonly userId: string;
  readonly firstContactId: number;
  readonly lastContactId: number;
  readonly createdAt: number;
}

const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Records what a part of an import created. Imports of the last 30 days can be undone, the newest first. */
export function recordImportPart(db: Database, part: ImportPart): void {
  db.query("delete from contact_import_parts where created_at < ?").run(part.createdAt - KEPT_MS);
  insertRow(db, "contact_import_parts", part);
}

/** The parts of this import, or of the last one. */
export function importParts(
  db: Database,
  importKey: string | null = null,
): (ImportPart & { id: number })[] {
  return db
    .query<ImportPart & { id: number }, [string | null]>(
      `select id, import_key as importKey, user_id as userId, first_contact_id as firstContactId,
         last_contact_id as lastContactId, created_at as createdAt
       from contact_import_parts where import_key = coalesce(?,
         (select import_key from contact_import_parts order by id desc limit 1)) order by id`,
    )
    .all(importKey);
}

export function deleteImportPart(db: Database, id: number): void {
  db.query("delete from contact_import_parts where id = ?").run(id);
}

/** Records that staff changed the tags of these contacts, as far as an import that can be undone created them. */
export function recordRetagging(db: Database, contactIds: readonly number[]): void {
  db.query(
    `insert or ignore into retagged_contacts (contact_id) select value from json_each(?)
     where value >= (select min(first_contact_id) from contact_import_parts)`,
  ).run(JSON.stringify(contactIds));
}

/** Tables that an import writes itself, that a check of numbers writes, or that have a condition below. */
const NOT_ACTIVITY = [
  "contacts",
  "contacts_search",
  "contact_tags",
  "appointment_only",
  "undeliverable_numbers",
  "number_checks",
  "scanned_numbers",
  "strikes",
  "messages",
  "consents",
  "waitlist_offers",
];

/** A condition on the contact `c` for each table about clients; rows without a client's id name the number. */
export function activityConditions(db: Database): string[] {
  return pluck<string>(
    db,
    `select format('exists (select 1 from %s t where %s)', t.name, case
         when c.name = 'contact_id' then 't.contact_id = c.id'
         when exists (select 1 from pragma_table_info(t.name) where name = 'contact_id')
           then 't.contact_id is null and t.phone = c.phone'
         else 't.phone = c.phone' end)
     from pragma_table_list t, pragma_table_info(t.name) c
     where t.schema = 'main' and t.type = 'table' and c.name in ('contact_id', 'phone')
       and t.name not in (select value from json_each(?)) order by t.name, c.name`,
    JSON.stringify(NOT_ACTIVITY),
  ).concat(
    "exists (select 1 from messages where contact_id = c.id and at is not null)",
    // A campaign's text has no time until it is claimed.
    `exists (select 1 from campaigns join messages m
       on m.campaign_id = campaigns.id and m.contact_id = c.id and m.retry_of is null
     where campaigns.status in ('draft', 'scheduled', 'sending', 'stopped', 'failed') and m.status = 'pending')`,
    "exists (select 1 from consents where phone = c.phone and source <> 'import' and created_at >= $since)",
    "exists (select 1 from audit_logs where target_type = 'contact' and target_id = cast(c.id as text))",
  );
}

interface Slice {
  /** The contacts of the slice that exist. */
  readonly ids: readonly number[];
  /** Those without any activity since. */
  readonly untouched: readonly number[];
}

/** Reads contacts with ids from `from` to `to`. `activity`: the `activityConditions`. */
export function readImported(
  db: Database,
  activity: readonly string[],
  range: { from: number; to: number; since: number },
): Slice {
  const rows = db
    .query<{ id: number; isActive: number }, { from: number; to: number; since: number }>(
      `select c.id, (${activity.join(" or ")}) as isActive from contacts c where c.id between $from and $to`,
    )
    .all(range);
  return {
    ids: rows.map(({ id }) => id),
    untouched: rows.flatMap(({ id, isActive }) => (isActive ? [] : [id])),
  };
}
