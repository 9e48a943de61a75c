import type { Database } from "#db/connection.ts";
import { phoneKey, phoneText } from "#db/phone.ts";
import { count, findValue, insertRow, reader, type Stored } from "#db/rows.ts";
import type { Page } from "#src/shared/page-shape.ts";

export interface ContactUpdateRow {
  readonly id: number;
  /** The user whose API key made the request; null once that user is deleted. */
  readonly userId: string | null;
  readonly username: string | null;
  readonly firstName: string;
  readonly lastName: string;
  /** E.164. */
  readonly phone: string;
  readonly status: "pending" | "approved" | "rejected";
  readonly createdAt: number;
  readonly contactId: number | null;
}

type StoredUpdate = Stored<ContactUpdateRow, "phone">;

const updates = reader<StoredUpdate, ContactUpdateRow>(
  `select contact_update_requests.id, user_id as userId, username, first_name as firstName,
    last_name as lastName, phone, status, contact_update_requests.created_at as createdAt, contact_id as contactId
  from contact_update_requests left join users on users.id = user_id`,
  toUpdateRow,
);

/** Newest first. */
export function pendingUpdates(
  db: Database,
  { before = Number.MAX_SAFE_INTEGER, limit }: Page,
): ContactUpdateRow[] {
  return updates.list(
    db,
    `where status = 'pending' and contact_update_requests.id < $before
     order by contact_update_requests.id desc limit $limit`,
    { before, limit },
  );
}

export function countPendingUpdates(db: Database): number {
  return count(db, "select count(*) from contact_update_requests where status = 'pending'");
}

export function findUpdate(db: Database, id: number): ContactUpdateRow | null {
  return updates.find(db, "where contact_update_requests.id = ?", id);
}

export function findPendingDuplicate(
  db: Database,
  { firstName, lastName, phone }: Pick<ContactUpdateRow, "firstName" | "lastName" | "phone">,
): number | undefined {
  return findValue<number>(
    db,
    `select id from contact_update_requests
     where status = 'pending' and phone = ? and first_name = ? and last_name = ?`,
    phoneKey(phone),
    firstName,
    lastName,
  );
}

export function insertUpdate(
  db: Database,
  update: Pick<ContactUpdateRow, "firstName" | "lastName" | "phone" | "createdAt"> & {
    readonly userId: string;
  },
): number {
  return insertRow(db, "contact_update_requests", { ...update, phone: phoneKey(update.phone) });
}

export function resolveUpdate(
  db: Database,
  id: number,
  resolution: {
    readonly status: "approved" | "rejected";
    readonly at: number;
    readonly by: string;
    readonly contactId: number | null;
  },
): void {
  db.query(
    `update contact_update_requests
     set status = $status, resolved_at = $at, resolved_by = $by, contact_id = $contactId where id = $id`,
  ).run({ id, ...resolution });
}

/** Deletes the requests about an erased client. */
export function deleteUpdatesOf(db: Database, contactId: number, phones: readonly string[]): void {
  db.query(
    "delete from contact_update_requests where contact_id = ? or phone in (select value from json_each(?))",
  ).run(contactId, JSON.stringify(phones.map(phoneKey)));
}

function toUpdateRow(row: StoredUpdate): ContactUpdateRow {
  return { ...row, phone: phoneText(row.phone) };
}
