import type { Database } from "#db/connection.ts";
import { exists } from "#db/rows.ts";

export interface RegistrationRow {
  /** JSON. */
  readonly details: string;
  /** JSON; null before Twilio was asked. */
  readonly status: string | null;
  readonly checkedAt: number | null;
}

export function getRegistrationRow(db: Database): RegistrationRow {
  const row = db
    .query<RegistrationRow, []>(
      "select details, status, checked_at as checkedAt from registration where id = 1",
    )
    .get();
  if (!row) throw new Error("The registration's row is missing");
  return row;
}

export function saveRegistrationDetails(db: Database, details: string): void {
  db.query("update registration set details = ?").run(details);
}

export function saveRegistrationStatus(db: Database, status: string, checkedAt: number): void {
  db.query("update registration set status = ?, checked_at = ?").run(status, checkedAt);
}

/** Whether any contact that can be texted has a number of the North American plan. */
export function hasAmericanContacts(db: Database): boolean {
  return exists(
    db,
    "select 1 from contacts where phone between 12000000000 and 19999999999 and opted_out = 0 and undeliverable = 0 limit 1",
  );
}
