import type { Database } from "#db/connection.ts";
import { exists, pluck } from "#db/rows.ts";
import type { CallStatus } from "./calls.ts";
import { deleteCalls } from "./calls-list.ts";

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

export function isOnCall(db: Database, contactId: number): boolean {
  return exists(
    db,
    "select 1 from calls where status = 'in_progress' and contact_id = ?",
    contactId,
  );
}

/** Deletes calls and requests, and removes the client's name from the appointments that they booked. */
export function eraseCallsOf(db: Database, contactId: number): void {
  db.query(
    `update appointments set client_name = 'Erased client', name_key = '', phone = null, contact_id = null
     where id in (
       select appointment_id from potential_appointments where contact_id = ? and appointment_id is not null)`,
  ).run(contactId);
  db.query("delete from potential_appointments where contact_id = ?").run(contactId);
  deleteCalls(db, pluck(db, "select id from calls where contact_id = ?", contactId));
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
