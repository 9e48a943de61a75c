import { listVisitsAfter } from "#db/calendar/appointment-series.ts";
import * as store from "#db/calendar/appointments.ts";
import type { App, Staff } from "#src/app.ts";
import { getEmployee } from "#src/calendar/employees/employees.ts";
import { toExistingTime, toWallTime } from "#src/platform/time.ts";
import { maySeeEmployee } from "#src/shared/permissions.ts";
import { Problem } from "#src/shared/problem.ts";
import { addMinutes, minutesBetween } from "#src/shared/wall-time.ts";
import {
  applyChange,
  auditAction,
  changedFields,
  completeChange,
  needsFreeTime,
} from "./apply-change.ts";
import { describeObjections } from "./conflict-message.ts";
import type { AppointmentChange } from "./contract.ts";
import { goneProblem, isAhead } from "./get-appointment.ts";
import { findConflict, requireNoConflicts } from "./plan-visits.ts";
import { changedValues, recordChange } from "./record-change.ts";

/**
 * Changes a visit and those after it in its series, in the caller's transaction. All move by the same number of days and
 * minutes, so a visit that was moved alone keeps its distance, and its employee unless the first one's changes. Visits
 * that began, or are canceled, stay as they are.
 * @throws Problem 400, 403, 404, 409 that lists the conflicts, unless `allowOverlap`
 */
export function changeFollowing(
  app: App,
  actor: Staff,
  first: store.AppointmentRow,
  requested: AppointmentChange,
): void {
  const change = dropUnchanged(first, requested);
  if (change.status !== undefined && change.status !== "canceled")
    throw new Problem(400, "Only a cancellation can apply to the later visits too.");
  const moved = applyChange(app, first, change);
  const employee = getEmployee(app, moved.employeeId);
  if (!maySeeEmployee(actor, employee.id)) throw goneProblem("employee");
  const shift = minutesBetween(first.startsAt, moved.startsAt);
  const later = listLaterVisits(app, actor, first, isAhead);
  const changes = [first, ...later].map((before) => {
    const wall = addMinutes(before.startsAt, shift);
    const appointmentDate = shift === 0 ? undefined : toExistingTime(app, wall);
    return { before, wall, to: applyChange(app, before, { ...change, appointmentDate }) };
  });

  // Checked once all are moved, because a visit may take the time of the next one.
  for (const { before, to } of changes) store.setAppointment(app.db, before.id, to, app.now());
  if (!change.allowOverlap)
    requireNoConflicts(
      changes.map(({ before, wall, to }) => ({
        start: to.startsAt,
        conflict: needsFreeTime(before, to)
          ? findConflict(
              app,
              {
                ...to,
                employee: getEmployee(app, to.employeeId),
                appointmentId: before.id,
                objection: describeObjections(app, before, to),
              },
              wall,
            )
          : null,
      })),
    );
  for (const { before, to } of changes) completeChange(app, actor, before, to, change);
  // The first visit may have been canceled before, while the others are canceled now.
  const changed = changes.find(({ before, to }) => changedFields(before, to).length > 0);
  recordChange(
    app,
    actor,
    changed ? auditAction(changed.before, changed.to) : auditAction(first, moved),
    changes.map(({ before }) => before.id),
    {
      fields: changed ? changedFields(changed.before, changed.to) : [],
      changes: changed ? changedValues(app, changed.before, changed.to) : [],
      ...(change.deposit && { deposit: change.deposit }),
    },
  );
}

/**
 * Leaves out fields that equal the first visit's, such as the employee of a card that was dragged to another time. A
 * later visit that differs there keeps what it has.
 */
function dropUnchanged(first: store.AppointmentRow, change: AppointmentChange): AppointmentChange {
  const { employeeId, clientName, durationMinutes, ...rest } = change;
  return {
    ...rest,
    ...(employeeId !== first.employeeId && { employeeId }),
    ...(clientName !== first.clientName && { clientName }),
    ...(durationMinutes !== first.durationMinutes && { durationMinutes }),
  };
}

/**
 * Returns the visits after this one that have not begun, earliest first; with `isMeant`, those in certain statuses.
 * @throws Problem 403 if some of them are with an employee who is hidden from the actor
 */
export function listLaterVisits(
  app: App,
  actor: Staff,
  { seriesId, startsAt }: store.AppointmentRow,
  isMeant: (status: store.AppointmentRow["status"]) => boolean = () => true,
): store.AppointmentRow[] {
  if (seriesId === null) return [];
  const now = toWallTime(app, app.now());
  const later = listVisitsAfter(app.db, seriesId, startsAt > now ? startsAt : now).filter(
    ({ status }) => isMeant(status),
  );
  if (later.every(({ employeeId }) => maySeeEmployee(actor, employeeId))) return later;
  throw new Problem(
    403,
    "Some later visits are with an employee whose calendar you can't see. Ask an administrator.",
  );
}
