import { listVisitsAfter } from "#db/calendar/appointment-series.ts";
import { type AppointmentRow, findAppointment } from "#db/calendar/appointments.ts";
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
import { describeConflicts } from "#src/calendar/appointments/conflict-message.ts";
import { deleteSlice, deleteWithBookings } from "#src/calendar/appointments/delete.ts";
import { isAhead } from "#src/calendar/appointments/get-appointment.ts";
import { requireNoConflicts } from "#src/calendar/appointments/plan-visits.ts";
import { listRemainingParts, toWhole } from "#src/calendar/appointments/whole-visit.ts";
import { toAffected } from "#src/calendar/hours/affected.ts";
import type { AffectedVisit } from "#src/calendar/hours/contract.ts";
import { textApology } from "#src/calendar/reminders/reminders.ts";
import { planChangeText, textRest } from "#src/calendar/reminders/text-changes.ts";
import { closeEntriesOfEmployee } from "#src/calendar/waitlist/waitlist.ts";
import { record } from "#src/platform/audit/audit.ts";
import { parseId } from "#src/platform/http/ids.ts";
import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import { inSlices } from "#src/platform/jobs/slices.ts";
import { toWallTime } from "#src/platform/time.ts";
import { fieldProblem } from "#src/shared/problem.ts";
import { employees } from "./contract.ts";
import { changeEmployee, createEmployee, getEmployee, listEmployees } from "./employees.ts";

export const employeeModule = defineModule(employees, {
  list: staff("any", ({ app, actor }) => listEmployees(app, actor)),
  create: admin(({ app, actor, body }) => createEmployee(app, actor, body)),
  change: admin(({ app, actor, id, body }) => changeEmployee(app, actor, id, body)),
  upcoming: admin(({ app, id, query }) => countUpcoming(app, id, toId(query.reassignTo))),
  remove: admin(({ app, actor, id, query }) =>
    deleteEmployee(app, actor, id, {
      reassignTo: toId(query.reassignTo),
      allowOverlap: query.allowOverlap === "true",
      textsClients: query.textClients === "true",
    }),
  ),
});

function toId(text: string | undefined): number | undefined {
  return text === undefined ? undefined : parseId(text);
}

/** Appointments per transaction, which takes about 10 ms. */
const SLICE_SIZE = 500;
/** Two years of a full calendar. */
const MAX_CHECKED = 10_000;
/** Visits that are checked before other requests have their turn, which takes about 5 ms. */
const CHECKED_AT_ONCE = 50;

/** Counts an employee's appointments from now on, and lists those that another employee can't take over. @throws Problem 404 */
async function countUpcoming(
  app: App,
  id: number,
  reassignTo: number | undefined,
): Promise<{ count: number; affected?: AffectedVisit[] }> {
  getEmployee(app, id);
  const count = countAppointmentsFrom(app.db, id, toWallTime(app, app.now()));
  if (reassignTo === undefined) return { count };
  const visits = await listReassigned(app, id, reassignTo);
  const inTheWay = visits.flatMap((visit) => (visit.conflict === null ? [] : visit.id));
  return { count, affected: toAffected(app, inTheWay) };
}

/** The visits that would move to another employee, each with what is in its way. @throws Problem 404 */
async function listReassigned(app: App, id: number, reassignTo: number) {
  const employee = getEmployee(app, reassignTo);
  const upcoming = listAppointmentsFrom(app.db, id, toWallTime(app, app.now()), MAX_CHECKED);
  const checked: { id: number; start: string; conflict: string | null }[] = [];
  for (const [at, visit] of upcoming.entries()) {
    const conflict = describeConflicts(app, employee, visit) || null;
    checked.push({ id: visit.id, start: visit.startsAt, conflict });
    if (at % CHECKED_AT_ONCE === 0) await Bun.sleep(0);
  }
  return checked;
}

/**
 * Deletes an employee and their appointments in slices. The last slice and the employee share a transaction,
 * so that no appointment booked in the meantime remains. With `reassignTo` the upcoming appointments move
 * to that employee first. With `textsClients`, their clients are texted that they are moved or canceled.
 * @throws Problem 400 for a reassignment to the same employee, 404, 409 that lists the conflicts, unless `allowOverlap`
 */
async function deleteEmployee(
  app: App,
  actor: Staff,
  id: number,
  {
    reassignTo,
    allowOverlap = false,
    textsClients,
  }: { reassignTo?: number | undefined; allowOverlap?: boolean; textsClients?: boolean } = {},
): Promise<void> {
  const { name } = getEmployee(app, id);
  if (reassignTo === id) throw fieldProblem(400, "reassignTo", "Choose another employee.");
  if (reassignTo !== undefined) getEmployee(app, reassignTo);
  if (reassignTo !== undefined && !allowOverlap)
    requireNoConflicts(await listReassigned(app, id, reassignTo));

  const initial = { moved: 0, appointments: 0, texted: new Set<string>() };
  await inSlices(app, initial, (before) => {
    const progress = { ...before, texted: new Set(before.texted), done: false };
    let handled = 0;
    if (reassignTo !== undefined) {
      handled = reassignSlice(app, id, reassignTo, textsClients);
      progress.moved += handled;
    } else if (textsClients) {
      const upcoming = listAppointmentsFrom(app.db, id, toWallTime(app, app.now()), SLICE_SIZE);
      handled = upcoming.length;
      progress.appointments += handled;
      deleteUpcoming(app, upcoming, progress.texted);
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

/** Moves a slice of upcoming appointments in the caller's transaction, and returns their number. */
function reassignSlice(app: App, id: number, to: number, textsClients = false): number {
  const now = app.now();
  const from = toWallTime(app, now);
  const moved = moveAppointments(app.db, { employeeId: id, to, from, slice: SLICE_SIZE, now });
  for (const visit of moved) {
    const row = textsClients ? findAppointment(app.db, visit) : null;
    // The text names the visit without its canceled parts.
    if (row && (row.visitId === null || row.status !== "canceled"))
      planChangeText(app, toWhole(app, row), true);
  }
  return moved.length;
}

/** Deletes appointments in the caller's transaction, and texts each client that the visit is canceled or what remains of it. */
function deleteUpcoming(app: App, upcoming: readonly AppointmentRow[], texted: Set<string>): void {
  const ids = upcoming.map(({ id }) => id);
  const rests = new Map(listRemainingParts(app, ids).map((rest) => [rest[0]?.visitId, rest]));
  for (const appointment of upcoming)
    if (!rests.has(appointment.visitId)) textOnce(app, appointment, texted);
  deleteWithBookings(app, ids, { notify: false });
  for (const [visit, rest] of rests) {
    const deleted = upcoming.filter(({ visitId }) => visitId === visit);
    if (textRest(app, rest, deleted)) texted.add(`${visit}`);
  }
}

/** Texts a client that an appointment, or all that follow in its series, are canceled. `texted` has what was texted before. */
function textOnce(app: App, appointment: AppointmentRow, texted: Set<string>): void {
  const { id, seriesId, visitId, phone, employeeId, startsAt } = appointment;
  const key = seriesId === null ? `${visitId ?? id}` : `series ${seriesId}, ${phone}`;
  if (texted.has(key)) return;
  const later = seriesId === null ? [] : listVisitsAfter(app.db, seriesId, startsAt);
  const alsoCanceled = later.filter(
    (visit) => visit.employeeId === employeeId && visit.phone === phone && isAhead(visit.status),
  );
  if (textApology(app, appointment, alsoCanceled.length)) texted.add(key);
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
