import type { Database } from "#db/connection.ts";
import { findValue, pluck } from "#db/rows.ts";
import { deleteState, readState, writeState } from "#db/state.ts";
import { matchTrigrams } from "#db/trigrams.ts";

const TO_INDEX = "audit-to-index";

/** Returns the searchable part of the metadata: its names and values without JSON punctuation. */
export function toSearchText(metadata: string): string {
  return metadata
    .replace(/[{}[\]":,\s]+/g, " ")
    .trim()
    .normalize();
}

/** Removes accents and case as well. */
export function foldSearchText(text: string): string {
  return toSearchText(text).normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}

/** Must be called in the transaction that writes the row. */
export function indexAudit(db: Database, id: number, metadata: string): void {
  const words = toSearchText(metadata);
  if (words.length >= 3)
    db.query("insert into audit_search (rowid, words) values (?, ?)").run(id, words);
}

/**
 * Ids before `before`, newest first, whose metadata contains every trigram of the search; the caller compares each
 * row. Empty for fewer than three letters.
 */
export function auditsMatching(
  db: Database,
  search: string,
  before: number,
  limit: number,
): number[] {
  const match = matchTrigrams(toSearchText(search));
  if (match === undefined) return [];
  return pluck(
    db,
    `select rowid from audit_search where audit_search match ? and rowid < ?
     order by rowid desc limit ?`,
    match,
    before,
    limit,
  );
}

/** Indexes the whole log, of a database whose index is empty. */
export function indexAllAudits(db: Database): void {
  const last = findValue<number>(db, "select max(id) from audit_logs");
  if (last === undefined) return;
  writeState(db, TO_INDEX, last);
  while (indexOldAudits(db, 1_000));
}

/** Indexes a slice of the rows that are older than the index, newest first. Returns true while more remain. */
export function indexOldAudits(db: Database, slice: number): boolean {
  const from = readState<number>(db, TO_INDEX);
  if (from === undefined) return false;
  const rows = db
    .query<{ id: number; metadata: string }, [number, number]>(
      "select id, metadata from audit_logs where id <= ? order by id desc limit ?",
    )
    .all(from, slice);
  for (const { id, metadata } of rows) indexAudit(db, id, metadata);
  const last = rows.at(-1);
  if (last && rows.length === slice) writeState(db, TO_INDEX, last.id - 1);
  else deleteState(db, TO_INDEX);
  return last !== undefined && rows.length === slice;
}
