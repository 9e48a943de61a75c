import { appointmentsBetween } from "#db/calendar/appointments-list.ts";
import * as store from "#db/calendar/time-off.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { MAX_APPOINTMENT_MINUTES } from "#src/calendar/appointments/fields-contract.ts";
import { toAppointment } from "#src/calendar/appointments/to-appointment.ts";
import { getEmployee } from "#src/calendar/employees/employees.ts";
import { changeHours } from "#src/calendar/hours/affected.ts";
import type { AffectedVisit } from "#src/calendar/hours/contract.ts";
import { leaveTimeOff } from "#src/calendar/waitlist/gaps.ts";
import { record } from "#src/platform/audit/audit.ts";
import { admin, defineModule, staff } from "#src/platform/http/routes.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import { maySeeEmployee } from "#src/shared/permissions.ts";
import { fieldProblem, requireFound } from "#src/shared/problem.ts";
import { addDays, addMinutes, minutesBetween, parseWallTime } from "#src/shared/wall-time.ts";
import { type NewTimeOff, type TimeOff, timeOff } from "./contract.ts";

export const timeOffModule = defineModule(timeOff, {
  list: staff("/appointments", ({ app, actor, query }) => listTimeOff(app, actor, query)),
  create: admin(({ app, actor, body }) => createTimeOff(app, actor, body)),
  remove: admin(({ app, actor, id }) => deleteTimeOff(app, actor, id)),
});

const YEAR_DAYS = 366;
const MAX_DAYS = 2 * YEAR_DAYS;
const DAY_MINUTES = 24 * 60;
const MAX_CONFLICTS = 100;

/** Lists the business's time off and that of the employees that the actor may see, earliest first. */
function listTimeOff(
  app: App,
  actor: Staff,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): TimeOff[] {
  const first = from ?? businessDay(app);
  const last = to ?? addDays(first, YEAR_DAYS);
  return store
    .timeOffBetween(app.db, { from: `${first}T00:00:00`, until: `${addDays(last, 1)}T00:00:00` })
    .filter(({ employeeId }) => employeeId === null || maySeeEmployee(actor, employeeId))
    .map(toTimeOff);
}

/**
 * Adds time off or a block, and lists the appointments in it, which stay and wait for a decision.
 * @throws Problem 400, 404
 */
function createTimeOff(
  app: App,
  actor: Staff,
  { employeeId, start, end, reason, kind }: NewTimeOff,
): TimeOff & { conflicts: ReturnType<typeof toAppointment>[]; affected: AffectedVisit[] } {
  const span = { startsAt: parseWallTime(start) ?? "", endsAt: parseWallTime(end) ?? "" };
  requireValidSpan(span);
  return inTransaction(app.db, () => {
    if (employeeId !== null) getEmployee(app, employeeId);
    return changeHours(app, employeeId, () => {
      const id = store.insertTimeOff(app.db, {
        ...span,
        employeeId,
        reason,
        kind,
        createdAt: app.now(),
      });
      record(app, actor, {
        action: "time_off.create",
        target: ["time_off", id],
        metadata: { employee: employeeId, kind, ...span },
      });
      app.events.changed("time-off", id);
      return { ...toTimeOff(getTimeOff(app, id)), conflicts: findConflicts(app, employeeId, span) };
    });
  });
}

function deleteTimeOff(app: App, actor: Staff, id: number): void {
  inTransaction(app.db, () => {
    const { employeeId, kind, startsAt, endsAt } = getTimeOff(app, id);
    changeHours(app, employeeId, () => {
      store.deleteTimeOff(app.db, id);
      return {};
    });
    leaveTimeOff(app, employeeId, { startsAt, endsAt });
    record(app, actor, {
      action: "time_off.delete",
      target: ["time_off", id],
      metadata: { employee: employeeId, kind, startsAt, endsAt },
    });
    app.events.changed("time-off", id);
  });
}

function findConflicts(
  app: App,
  employeeId: number | null,
  { startsAt, endsAt }: { startsAt: string; endsAt: string },
) {
  return appointmentsBetween(app.db, {
    earliest: addMinutes(startsAt, -MAX_APPOINTMENT_MINUTES),
    from: startsAt,
    until: endsAt,
    employees: employeeId === null ? "all" : [employeeId],
    most: MAX_CONFLICTS * 10,
  })
    .filter(({ status }) => status !== "canceled")
    .slice(0, MAX_CONFLICTS)
    .map((row) => toAppointment(app, row));
}

function requireValidSpan({ startsAt, endsAt }: { startsAt: string; endsAt: string }): void {
  const message =
    endsAt <= startsAt
      ? "End time must be after start time"
      : minutesBetween(startsAt, endsAt) > MAX_DAYS * DAY_MINUTES
        ? "Time off can last up to two years"
        : undefined;
  if (message) throw fieldProblem(400, "end", message);
}

/** @throws Problem 404 */
function getTimeOff(app: App, id: number): store.TimeOffRow {
  return requireFound(store.findTimeOff(app.db, id), "This time off no longer exists.");
}

function toTimeOff({ startsAt, endsAt, createdAt: _, ...row }: store.TimeOffRow): TimeOff {
  return { ...row, start: startsAt, end: endsAt };
}
