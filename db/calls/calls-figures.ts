import type { Database } from "#db/connection.ts";
import { phoneKey } from "#db/phone.ts";

/** Milliseconds to the first word of the last so many answers, newest first. */
export function firstWordsOfAnswers(db: Database, most: number): number[] {
  return db
    .query<{ ms: number }, [number]>(
      `select first_token_ms as ms from call_turns where first_token_ms is not null
       order by call_id desc, position desc limit ?`,
    )
    .all(most)
    .map(({ ms }) => ms);
}

export function countCallsSince(db: Database, since: number): number {
  return (
    db
      .query<{ n: number }, [number]>("select count(*) as n from calls where started_at >= ?")
      .get(since)?.n ?? 0
  );
}

/** Whether a text went to this number for another call that began since then: a day's calls are looked at. */
export function wasTextedBack(db: Database, phone: string, since: number): boolean {
  return (
    db
      .query<{ one: number }, [number, number]>(
        `select 1 as one from calls indexed by calls_by_start
         where started_at >= ? and phone = ? and text_back_id is not null limit 1`,
      )
      .get(since, phoneKey(phone)) !== null
  );
}

export interface RequestOfCall {
  readonly callerName: string;
  readonly preferredDate: string;
  readonly preferredTime: string;
  readonly requestedService: string;
}

/** What was asked for in one call already. */
export function requestsOfCall(db: Database, callId: number): RequestOfCall[] {
  return db
    .query<RequestOfCall, [number]>(
      `select caller_name as callerName, preferred_date as preferredDate,
         preferred_time as preferredTime, requested_service as requestedService
       from potential_appointments where call_id = ?`,
    )
    .all(callId);
}

export interface UsualService {
  readonly service: string;
  /** What it mostly lasts. */
  readonly minutes: number;
}

const LOOKED_AT = 1_000;
/** What one or two clients had may hold a name: "Balayage for Zoe". */
const LEAST_CLIENTS = 3;

/** The services that clients had most, of the last thousand appointments. */
export function usualServices(db: Database, most: number): UsualService[] {
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
    .all(LOOKED_AT, LEAST_CLIENTS, most);
}
