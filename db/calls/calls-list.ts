import type { Database } from "#db/connection.ts";
import { exists, insertRow, pluck } from "#db/rows.ts";
import { type CallRow, type CallStatus, calls, type TurnRow } from "./calls.ts";

/** Returns the newest calls with ids below `before`. */
export function callsBefore(db: Database, before: number, limit: number): CallRow[] {
  return calls.list(db, "where calls.id < ? order by calls.id desc limit ?", before, limit);
}

/**
 * Returns calls since a time that asked to book, were missed or cut off, or left a message, newest first. A decided request, a
 * text from staff or a later completed call of the same caller answers them.
 */
export function unansweredCalls(
  db: Database,
  search: { since: number; before: number; limit: number },
): CallRow[] {
  return calls.list(
    db,
    `where calls.id in (select id from calls where started_at > $since) and calls.id < $before
       and (exists (select 1 from potential_appointments p where p.call_id = calls.id and p.status = 'pending')
         or ((status in ('missed', 'failed') or message <> '')
           and not exists (select 1 from potential_appointments p where p.call_id = calls.id)
           and not exists (select 1 from calls later
             where later.phone = calls.phone and later.started_at > calls.started_at and later.status = 'completed')
           and not exists (select 1 from messages
             where messages.contact_id = calls.contact_id and at > calls.started_at and purpose = 'chat'
               and direction = 'outbound')))
     order by calls.id desc limit $limit`,
    search,
  );
}

/**
 * Returns calls of these contacts or calls that match the FTS5 query `match` ("" matches none), newest
 * first.
 */
export function searchCalls(
  db: Database,
  search: { contactIds: readonly number[]; match: string; before: number; limit: number },
): CallRow[] {
  const { contactIds, ...rest } = search;
  return calls.list(
    db,
    // Each half is read from the newest call and stops at the page size.
    `where calls.id in (
       select id from (
         select rowid as id from calls_search
         where calls_search match iif($match = '', '""', $match) and rowid < $before
         order by rowid desc limit $limit)
       union
       select id from (
         select id from calls where contact_id in (select value from json_each($ids)) and id < $before
         order by id desc limit $limit))
     order by calls.id desc limit $limit`,
    { ...rest, ids: JSON.stringify(contactIds) },
  );
}

export interface TurnOfCall extends Pick<TurnRow, "role" | "content"> {
  readonly callId: number;
}

/** Returns the turns of several calls, in spoken order within each call. */
export function turnsOfCalls(db: Database, callIds: readonly number[]): TurnOfCall[] {
  return db
    .query<TurnOfCall, [string]>(
      `select call_id as callId, role, content from call_turns
       where call_id in (select value from json_each(?)) order by call_id, position`,
    )
    .all(JSON.stringify(callIds));
}

/** Writes or replaces the search index entry of a call. */
export function indexCall(
  db: Database,
  id: number,
  { number, words }: { number: string; words: string },
): void {
  db.query("delete from calls_search where rowid = ?").run(id);
  insertRow(db, "calls_search", { rowid: id, number, words });
}

/** Deletes up to `limit` calls that began before a time and returns their number. Their requests remain. */
export function deleteCallsBefore(db: Database, before: number, limit: number): number {
  const ids = pluck(
    db,
    "select id from calls where started_at < ? order by started_at limit ?",
    before,
    limit,
  );
  deleteCalls(db, ids);
  return ids.length;
}

function deleteCalls(db: Database, ids: readonly number[]): void {
  const list = JSON.stringify(ids);
  const these = "(select value from json_each(?))";
  db.query(`delete from calls_search where rowid in ${these}`).run(list);
  db.query(`delete from calls where id in ${these}`).run(list);
}

interface CallOfClient {
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

interface RequestOfContact {
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
