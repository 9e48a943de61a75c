import type { AppointmentRow } from "#db/calendar/appointments.ts";
import type { WallTime } from "#src/shared/wall-time.ts";

/** What a call to delete says; undefined where it says nothing. */
export interface Wanted {
  /** Of the client; the rows have been looked up by it. */
  readonly nameKey: string | undefined;
  readonly start: WallTime | undefined;
  readonly end: WallTime | undefined;
  readonly service: string | undefined;
  /** Whoever has the first name. */
  readonly employeeIds: readonly number[] | undefined;
  /** Where the business is: YYYY-MM-DD. */
  readonly today: string;
}

/**
 * Of the client's appointments those that agree with every field given: of today or later, or of any date when a start is
 * given. Canceled ones only where no other fits: they are not what a program still has to delete.
 */
export function candidatesAmong(rows: readonly AppointmentRow[], wanted: Wanted): AppointmentRow[] {
  const fitting = rows.filter((row) => fits(row, wanted));
  const standing = fitting.filter(({ status }) => status !== "canceled");
  return standing.length > 0 ? standing : fitting;
}

function fits(row: AppointmentRow, { start, end, service, employeeIds, today }: Wanted): boolean {
  return (
    (start === undefined ? row.startsAt >= today : minute(row.startsAt) === minute(start)) &&
    (end === undefined || minute(row.endsAt) === minute(end)) &&
    (service === undefined || plain(row.service) === plain(service)) &&
    (employeeIds === undefined || employeeIds.includes(row.employeeId))
  );
}

function minute(wall: WallTime): string {
  return wall.slice(0, 16);
}

function plain(service: string): string {
  return service.trim().replace(/\s+/g, " ").toLowerCase();
}
