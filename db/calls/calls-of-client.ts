import type { Database } from "#db/connection.ts";
import { phoneKey } from "#db/phone.ts";
import { exists, pluck } from "#db/rows.ts";
import type { CallStatus } from "./calls.ts";
import { deleteCalls } from "./calls-list.ts";

const UNMATCHED = "contact_id is null and phone is not null";

/**
 * Links calls and requests from unknown numbers to new contacts, or to a contact with a new number. Costs
 * one lookup per table if every caller is known.
 */
export function linkCalls(db: Database, contacts: readonly { id: number; phone: number }[]): void {
  for (const table of ["calls", "potential_appointments"]) {
    if (db.query(`select 1 from ${table} where ${UNMATCHED} limit 1`).get() === null) continue;
    const link = db.query(`update ${table} set contact_id = ? where phone = ? and ${UNMATCHED}`);
    for (const { id, phone } of contacts) link.run(id, phone);
  }
}

export interface CallOfClient {
  readonly id: number;
  readonly startedAt: number;
  readonly endedAt: number | null;
  readonly duration: number | null;
  readonly status: CallStatus;
  readonly message: string;
}

/** Returns the newest calls before a position. */
export function callsOfContact(
  db: Database,
  contactId: number,
  { at, id }: { at: number; id: number },
  limit: number,
): CallOfClient[] {
  return db
    .query<CallOfClient, [number, number, number, number]>(
      `select id, started_at as startedAt, ended_at as endedAt, duration, status, message from calls
       where contact_id = ? and (started_at, id) < (?, ?) order by started_at desc, id desc limit ?`,
    )
    .all(contactId, at, id, limit);
}

/** Rows of the contact, and unlinked rows of the contact's number. */
const THESE = "(contact_id = ?1 or (phone = ?2 and contact_id is null))";

interface Client {
  readonly id: number;
  readonly phone: string;
}

export function isOnCall(db: Database, { id, phone }: Client): boolean {
  return exists(
    db,
    `select 1 from calls where status = 'in_progress' and ${THESE}`,
    id,
    phoneKey(phone),
  );
}

/** Deletes calls and requests, and removes the client's name from the appointments that they booked. */
export function eraseCallsOf(db: Database, { id, phone }: Client): void {
  const key = phoneKey(phone);
  db.query(
    `update appointments set client_name = 'Erased client', name_key = '', phone = null where id in (
       select appointment_id from potential_appointments where ${THESE} and appointment_id is not null)`,
  ).run(id, key);
  db.query(`delete from potential_appointments where ${THESE}`).run(id, key);
  deleteCalls(db, pluck(db, `select id from calls where ${THESE}`, id, key));
}

export interface RequestOfContact {
  readonly createdAt: number;
  readonly callerName: string;
  readonly preferredDate: string;
  readonly preferredTime: string;
  readonly requestedService: string;
  readonly notes: string;
  readonly status: string;
}

/** Returns the contact's requests, oldest first. */
export function listRequestsOfContact(db: Database, contactId: number): RequestOfContact[] {
  return db
    .query<RequestOfContact, [number]>(
      `select created_at as createdAt, caller_name as callerName, preferred_date as preferredDate,
         preferred_time as preferredTime, requested_service as requestedService, notes, status
       from potential_appointments where contact_id = ? order by id`,
    )
    .all(contactId);
}
