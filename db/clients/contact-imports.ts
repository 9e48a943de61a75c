import type { Database } from "#db/connection.ts";
import { insertRow, pluck } from "#db/rows.ts";

export interface ImportPart {
  readonly importKey: string;
  readonly userId: string;
  readonly firstContactId: number;
  readonly lastContactId: number;
  readonly createdAt: number;
}

/** Records what a part of an import created. Deletes the parts of earlier imports, because only the last import can be undone. */
export function recordImportPart(db: Database, part: ImportPart): void {
  db.query("delete from contact_import_parts where import_key <> ?").run(part.importKey);
  insertRow(db, "contact_import_parts", part);
}

export function lastImportParts(db: Database): ImportPart[] {
  return db
    .query<ImportPart, []>(
      `select import_key as importKey, user_id as userId, first_contact_id as firstContactId,
         last_contact_id as lastContactId, created_at as createdAt
       from contact_import_parts order by id`,
    )
    .all();
}

export function deleteImportParts(db: Database): void {
  db.run("delete from contact_import_parts");
}

interface Slice {
  /** The contacts of the slice that exist. */
  readonly ids: readonly number[];
  /** Those without any activity since. */
  readonly untouched: readonly number[];
}

/**
 * Reads contacts with ids from `from` to `to`. Texts, notes, calls, requests, sign-ups, appointments and changes by
 * staff count as activity; opt-outs and tags of the import itself do not.
 */
export function readImported(db: Database, from: number, to: number, since: number): Slice {
  const rows = db
    .query<{ id: number; isActive: number }, { from: number; to: number; since: number }>(
      `select c.id, (
         exists (select 1 from conversations where contact_id = c.id)
         or exists (select 1 from messages where contact_id = c.id and at is not null)
         or exists (select 1 from contact_notes where contact_id = c.id)
         or exists (select 1 from calls where contact_id = c.id)
         or exists (select 1 from potential_appointments where contact_id = c.id)
         or exists (select 1 from subscriptions where contact_id = c.id)
         or exists (select 1 from payment_plan_subscriptions where contact_id = c.id)
         or exists (select 1 from reviews where contact_id = c.id)
         or exists (select 1 from appointments where phone = c.phone)
         or exists (select 1 from consents where phone = c.phone and source <> 'import'
           and created_at >= $since)
       ) as isActive
       from contacts c where c.id between $from and $to`,
    )
    .all({ from, to, since });
  return {
    ids: rows.map(({ id }) => id),
    untouched: rows.flatMap(({ id, isActive }) => (isActive ? [] : [id])),
  };
}

/** Contacts that a text is waiting for. */
export function contactsWithWaitingTexts(db: Database): Set<number | null> {
  return new Set(
    pluck<number | null>(db, "select distinct contact_id from messages where status = 'pending'"),
  );
}

/** Contacts that staff have changed since, by the audit log. */
export function contactsChangedSince(db: Database, since: number): Set<number> {
  const ids = pluck<string>(
    db,
    `select distinct target_id from audit_logs
     where action in ('contact.update', 'contact.opt_in', 'contact.opt_out') and created_at >= ?`,
    since,
  );
  return new Set(ids.map(Number));
}
