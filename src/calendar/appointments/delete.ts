import { deleteAppointments, listAppointmentIds } from "#db/calendar/appointments-in-bulk.ts";
import { cancelBookingsOf } from "#db/calendar/online-bookings.ts";
import type { App } from "#src/app.ts";
import { leaveDays } from "#src/calendar/waitlist/gaps.ts";
import { toWallTime } from "#src/platform/time.ts";

/**
 * Deletes up to `slice` appointments of one employee or of all, in the caller's transaction, and returns their number. The
 * times of an employee who is about to be deleted are offered to no one.
 */
export function deleteSlice(app: App, employeeId: number | undefined, slice: number): number {
  const ids = listAppointmentIds(app.db, employeeId, slice);
  if (employeeId === undefined) leaveDays(app, ids);
  deleteWithBookings(app, ids);
  return ids.length;
}

/** Deletes appointments in the caller's transaction. Paid deposits of upcoming ones are refunded by the job. */
export function deleteWithBookings(app: App, ids: readonly number[]): void {
  cancelBookingsOf(app.db, ids, { now: app.now(), wallNow: toWallTime(app, app.now()) });
  deleteAppointments(app.db, ids);
}
