import type { Database } from "#db/connection.ts";
import { type CallRow, callOf, FROM_CALLS, type StoredCall, type TurnRow } from "./calls.ts";

/** Newest first, from an id down. */
export function callsBefore(db: Database, before: number, limit: number): CallRow[] {
  return db
    .query<StoredCall, [number, number]>(
      `${FROM_CALLS} where calls.id < ? order by calls.id desc limit ?`,
    )
    .all(before, limit)
    .map(callOf);
}

/** Of these contacts, or by `match`, a query of calls_search (empty for none); newest first. */
export function searchCalls(
  db: Database,
  wanted: { contactIds: readonly number[]; match: string; before: number; limit: number },
): CallRow[] {
  const { contactIds, ...rest } = wanted;
  return db
    .query<StoredCall, Record<string, string | number>>(
      // Each half is walked from the newest, and no further than the page.
      `${FROM_CALLS} where calls.id in (
         select id from (
           select rowid as id from calls_search
           where calls_search match iif($match = '', '""', $match) and rowid < $before
           order by rowid desc limit $limit)
         union
         select id from (
           select id from calls where contact_id in (select value from json_each($ids)) and id < $before
           order by id desc limit $limit))
       order by calls.id desc limit $limit`,
    )
    .all({ ...rest, ids: JSON.stringify(contactIds) })
    .map(callOf);
}

export interface TurnOfCall extends Pick<TurnRow, "role" | "content"> {
  readonly callId: number;
}

/** Of several calls at once, each in the order in which it was spoken. */
export function turnsOfCalls(db: Database, callIds: readonly number[]): TurnOfCall[] {
  return db
    .query<TurnOfCall, [string]>(
      `select call_id as callId, role, content from call_turns
       where call_id in (select value from json_each(?)) order by call_id, position`,
    )
    .all(JSON.stringify(callIds));
}

/** Makes it found by the number and by what was said; anew where it was before. */
export function indexCall(
  db: Database,
  id: number,
  { number, words }: { number: string; words: string },
): void {
  db.query("delete from calls_search where rowid = ?").run(id);
  db.query("insert into calls_search (rowid, number, words) values (?, ?, ?)").run(
    id,
    number,
    words,
  );
}

/** Those that began before a time, so many at most; what was asked for in them stays. Answers how many. */
export function deleteCallsBefore(db: Database, before: number, limit: number): number {
  const these = db
    .query<{ id: number }, [number, number]>(
      "select id from calls where started_at < ? order by started_at limit ?",
    )
    .all(before, limit);
  deleteCalls(
    db,
    these.map(({ id }) => id),
  );
  return these.length;
}

export function deleteCalls(db: Database, ids: readonly number[]): void {
  const list = JSON.stringify(ids);
  const these = "(select value from json_each(?))";
  db.query(`delete from calls_search where rowid in ${these}`).run(list);
  db.query(`delete from calls where id in ${these}`).run(list);
}
