import type { Database } from "#db/connection.ts";
import { pluck, updateRow } from "#db/rows.ts";

const AHEAD = "status in ('requested', 'booked', 'confirmed')";

interface UpcomingVisit {
  readonly id: number;
  readonly employeeId: number;
  readonly startsAt: string;
  readonly endsAt: string;
}

export interface UndecidedVisit extends Pick<UpcomingVisit, "id" | "employeeId"> {
  readonly status: "requested" | "booked" | "confirmed";
}

/** Returns the visits of one employee or of all that begin at or after a wall time, earliest first. */
export function listUpcoming(
  db: Database,
  from: string,
  employeeId: number | null,
): UpcomingVisit[] {
  return db
    .query<UpcomingVisit, [string, number | null]>(
      `select id, employee_id as employeeId, starts_at as startsAt, ends_at as endsAt
       from appointments indexed by appointments_by_time
       where starts_at >= ?1 and (?2 is null or employee_id = ?2) and ${AHEAD} order by starts_at, id`,
    )
    .all(from, employeeId);
}

/** Marks a visit that waits for a decision after hours or time off changed, or that was decided. */
export function setUndecided(db: Database, id: number, isUndecided: boolean): void {
  updateRow(db, "appointments", id, { undecided: Number(isUndecided) });
}

/** Returns the upcoming visits that wait for a decision, earliest first. */
export function listUndecided(db: Database, from: string): UndecidedVisit[] {
  return db
    .query<UndecidedVisit, [string]>(
      `select id, employee_id as employeeId, status from appointments
       where undecided = 1 and starts_at >= ? and ${AHEAD} order by starts_at, id`,
    )
    .all(from);
}

/** Asks staff about the fee of an appointment that its client canceled late. */
export function insertFeeQuestion(db: Database, appointmentId: number): void {
  updateRow(db, "appointments", appointmentId, { feeQuestion: "open" });
}

/** Records that staff decided, or took their decision back. Returns false where that is so, or nothing was asked. */
export function setFeeQuestion(
  db: Database,
  appointmentId: number,
  state: "open" | "decided",
): boolean {
  return (
    db
      .query(
        "update appointments set fee_question = $state where id = $appointmentId and fee_question <> $state",
      )
      .run({ appointmentId, state }).changes === 1
  );
}

/** Returns the canceled appointments about whose fee no one has decided, oldest first. */
export function openFeeQuestions(db: Database, limit: number): number[] {
  return pluck(
    db,
    "select id from appointments where fee_question = 'open' and status = 'canceled' order by id limit ?",
    limit,
  );
}
