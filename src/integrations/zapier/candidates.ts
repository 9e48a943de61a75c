import type { AppointmentRow } from "#db/calendar/appointments.ts";
import type { WallTime } from "#src/shared/wall-time.ts";

/** The fields of a request to delete an appointment; undefined if omitted. */
export interface DeletionCriteria {
  /** The client's name key, by which the rows were selected. */
  readonly nameKey: string | undefined;
  readonly start: WallTime | undefined;
  readonly end: WallTime | undefined;
  readonly service: string | undefined;
  /** The employees with the first name. */
  readonly employeeIds: readonly number[] | undefined;
  /** YYYY-MM-DD in the business's time zone. */
  readonly today: string;
}

/**
 * Returns the appointments that match every given field. Without a start only those from today on match.
 * Canceled appointments match only if no other does, because a program rarely needs to delete them.
 */
export function filterCandidates(
  rows: readonly AppointmentRow[],
  criteria: DeletionCriteria,
): AppointmentRow[] {
  const matches = rows.filter((row) => matchesCriteria(row, criteria));
  const active = matches.filter(({ status }) => status !== "canceled");
  return active.length > 0 ? active : matches;
}

function matchesCriteria(
  row: AppointmentRow,
  { start, end, service, employeeIds, today }: DeletionCriteria,
): boolean {
  return (
    (start === undefined ? row.startsAt >= today : toMinute(row.startsAt) === toMinute(start)) &&
    (end === undefined || toMinute(row.endsAt) === toMinute(end)) &&
    (service === undefined || normalizeService(row.service) === normalizeService(service)) &&
    (employeeIds === undefined || employeeIds.includes(row.employeeId))
  );
}

function toMinute(wall: WallTime): string {
  return wall.slice(0, 16);
}

function normalizeService(service: string): string {
  return service.trim().replace(/\s+/g, " ").toLowerCase();
}
