import { listVisitsAfter } from "#db/calendar/appointment-series.ts";
import type { AppointmentRow } from "#db/calendar/appointments.ts";
import {
  countAppointmentsFrom,
  listAppointmentsFrom,
  moveAppointments,
} from "#db/calendar/appointments-in-bulk.ts";
import {
  deleteEmployee as deleteRow,
  removeEmployeeFromPermissions,
} from "#db/calendar/employees.ts";
import type { App, Staff } from "#src/app.ts";
import { deleteSlice, deleteWithBookings } from "#src/calendar/appointments/delete.ts";
import { isAhead } from "#src/calendar/appointments/following.ts";
import { textCanceled } from "#src/calendar/reminders/reminders.ts";
import { closeEntriesOfEmployee } from "#src/calendar/waitlist/waitlist.ts";
import { record } from "#src/platform/audit/audit.ts";
import { inSlices } from "#src/platform/jobs/slices.ts";
import { toWallTime } from "#src/platform/time.ts";
import { fieldProblem } from "#src/shared/problem.ts";
import { getEmployee } from "./employees.ts";

/** Appointments per transaction, which takes about 10 ms. */
const SLICE_SIZE = 500;

/** Counts an employee's appointments from now on. @throws Problem 404 */
export function countUpcoming(app: App, id: number): { count: number } {
  getEmployee(app, id);
  return { count: countAppointmentsFrom(app.db, id, toWallTime(app, app.now())) };
}

/**
 * Deletes an employee and their appointments in slices. The last slice and the employee share a transaction,
 * so that no appointment booked in the meantime remains. With `reassignTo` the upcoming appointments move
 * to that employee first; where two then overlap, the calendar shows the conflict. Otherwise `textsClients`
 * tells their clients that they are canceled.
 * @throws Problem 400 for a reassignment to the same employee, 404
 */
export async function deleteEmployee(
  app: App,
  actor: Staff,
  id: number,
  { reassignTo, textsClients }: { reassignTo?: number | undefined; textsClients?: boolean } = {},
): Promise<void> {
  const { name } = getEmployee(app, id);
  if (reassignTo === id) throw fieldProblem(400, "reassignTo", "Choose another employee.");
  if (reassignTo !== undefined) getEmployee(app, reassignTo);

  const initial = { moved: 0, appointments: 0, texted: new Set<string>() };
  await inSlices(app, initial, (before) => {
    const progress = { ...before, texted: new Set(before.texted), done: false };
    let handled = 0;
    if (reassignTo !== undefined) {
      handled = moveAppointments(app.db, id, reassignTo, toWallTime(app, app.now()), SLICE_SIZE);
      progress.moved += handled;
    } else if (textsClients) {
      const upcoming = listAppointmentsFrom(app.db, id, toWallTime(app, app.now()), SLICE_SIZE);
      handled = upcoming.length;
      progress.appointments += handled;
      for (const appointment of upcoming) textOnce(app, appointment, progress.texted);
      deleteWithBookings(
        app,
        upcoming.map((appointment) => appointment.id),
      );
    }
    if (handled < SLICE_SIZE) {
      const deleted = deleteSlice(app, id, SLICE_SIZE);
      progress.appointments += deleted;
      progress.done = deleted < SLICE_SIZE;
    }
    if (progress.done) {
      const { moved, appointments, texted } = progress;
      const how = reassignTo === undefined ? { texted: texted.size } : { reassignTo, moved };
      deleteLast(app, actor, id, { name, appointments, ...how });
    }
    app.events.changed("appointments");
    return progress;
  });
}

/** Texts a client that an appointment, or all that follow in its series, are canceled. `texted` has what was texted before. */
function textOnce(app: App, appointment: AppointmentRow, texted: Set<string>): void {
  const { id, seriesId, phone, employeeId, startsAt } = appointment;
  const key = seriesId === null ? `${id}` : `series ${seriesId}, ${phone}`;
  if (texted.has(key)) return;
  const later = seriesId === null ? [] : listVisitsAfter(app.db, seriesId, startsAt);
  const alsoCanceled = later.filter(
    (visit) => visit.employeeId === employeeId && visit.phone === phone && isAhead(visit.status),
  );
  if (textCanceled(app, appointment, alsoCanceled.length)) texted.add(key);
}

function deleteLast(app: App, actor: Staff, id: number, metadata: Record<string, unknown>): void {
  const waited = closeEntriesOfEmployee(app, id);
  const users = removeEmployeeFromPermissions(app.db, id);
  deleteRow(app.db, id);
  record(app, actor, {
    action: "employee.delete",
    target: ["employee", id],
    metadata: { ...metadata, waited },
  });
  app.events.changed("employees", id);
  app.events.changed("deletion-conflicts");
  if (users.length > 0) app.events.changed("users", ...users);
}
