import type { Database } from "#db/connection.ts";
import { phoneKey } from "#db/phone.ts";
import { count, exists, pluck } from "#db/rows.ts";

/** Returns the milliseconds to the first word of the latest answers, newest first. */
export function listFirstTokenTimes(db: Database, limit: number): number[] {
  return pluck(
    db,
    `select first_token_ms from call_turns where first_token_ms is not null
     order by call_id desc, position desc limit ?`,
    limit,
  );
}

export function countCallsSince(db: Database, since: number): number {
  return count(db, "select count(*) from calls where started_at >= ?", since);
}

/** Counts the other calls of a caller since then, and those of them in progress. `phone` is null if withheld. */
export function countCallsOfCaller(
  db: Database,
  { phone, callSid }: { readonly phone: string | null; readonly callSid: string },
  since: number,
): { readonly total: number; readonly open: number } {
  return (
    db
      .query<{ total: number; open: number }, [number | null, number, string]>(
        `select count(*) as total, count(*) filter (where status = 'in_progress') as open
         from calls indexed by calls_of_caller
         where phone is ? and started_at >= ? and call_sid <> ?`,
      )
      .get(phone === null ? null : phoneKey(phone), since, callSid) ?? { total: 0, open: 0 }
  );
}

/** Returns whether a call since then was texted back at this number. */
export function wasTextedBack(db: Database, phone: string, since: number): boolean {
  return exists(
    db,
    `select 1 from calls indexed by calls_of_caller
     where started_at >= ? and phone = ? and text_back_id is not null limit 1`,
    since,
    phoneKey(phone),
  );
}

export interface RequestOfCall {
  readonly id: number;
  readonly status: string;
  readonly callerName: string;
  readonly preferredDate: string;
  readonly preferredTime: string;
  readonly requestedService: string;
}

/** Returns the requests made in a call so far, oldest first. */
export function requestsOfCall(db: Database, callId: number): RequestOfCall[] {
  return db
    .query<RequestOfCall, [number]>(
      `select id, status, caller_name as callerName, preferred_date as preferredDate,
         preferred_time as preferredTime, requested_service as requestedService
       from potential_appointments where call_id = ? order by id`,
    )
    .all(callId);
}

export interface UsualService {
  readonly service: string;
  /** The most frequent duration. */
  readonly minutes: number;
}

const SAMPLE_SIZE = 1_000;
/** A service text of only one or two clients may contain a name, such as "Balayage for Zoe". */
const MIN_CLIENTS = 3;

/** Returns the most frequent services of the last 1,000 appointments. */
export function usualServices(db: Database, limit: number): UsualService[] {
  return db
    .query<UsualService, [number, number, number]>(
      `with latest as (
         select service, duration_minutes as minutes, name_key from appointments order by id desc limit ?),
       lengths as (
         select service, minutes, row_number() over (partition by service order by count(*) desc, minutes) as rank
         from latest group by service, minutes)
       select latest.service, lengths.minutes
       from latest join lengths on lengths.service = latest.service and rank = 1
       group by latest.service having count(distinct name_key) >= ?
       order by count(*) desc, latest.service limit ?`,
    )
    .all(SAMPLE_SIZE, MIN_CLIENTS, limit);
}
