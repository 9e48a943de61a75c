import { listVisitsAfter } from "#db/calendar/appointment-series.ts";
import * as texts from "#db/calendar/appointment-texts.ts";
import * as store from "#db/calendar/appointments.ts";
import { listCanceledWith, listParts } from "#db/calendar/visit-parts.ts";
import type { App, Staff } from "#src/app.ts";
import { getEmployee } from "#src/calendar/employees/employees.ts";
import { planChangeText } from "#src/calendar/reminders/text-changes.ts";
import { toExistingTime, toWallTime } from "#src/platform/time.ts";
import { maySeeEmployee } from "#src/shared/permissions.ts";
import { fieldProblem, Problem } from "#src/shared/problem.ts";
import { addMinutes, minutesBetween } from "#src/shared/wall-time.ts";
import {
  applyChange,
  auditAction,
  changedFields,
  completeChange,
  needsFreeTime,
} from "./apply-change.ts";
import { describeObjections, requireFreeTime } from "./conflict-message.ts";
import type { AppointmentChange } from "./contract.ts";
import { goneProblem, hiddenPartProblem, isAhead } from "./get-appointment.ts";
import { findConflict, requireNoConflicts } from "./plan-visits.ts";
import { changedValues, recordChange } from "./record-change.ts";
import { severalProblem } from "./series.ts";
import { chooseFirstPart, isFirstPart } from "./whole-visit.ts";

/**
 * Changes a visit with several employees from one of its parts, in the caller's transaction. Time, status and client change
 * for all parts; the employee, services, length and note for this one, and those after it follow without a gap. Canceled with
 * `onlyPart`, the others take place.
 * @throws Problem 400, 403, 404, 409 that names the conflicts of all parts, unless `allowOverlap`
 */
export function changeParts(
  app: App,
  actor: Staff,
  before: store.AppointmentRow,
  change: AppointmentChange,
): void {
  if (change.repeat) throw severalProblem();
  const parts = listParts(app.db, before);
  if (!parts.every(({ employeeId }) => maySeeEmployee(actor, employeeId)))
    throw hiddenPartProblem();
  const employee = getEmployee(app, change.employeeId ?? before.employeeId);
  if (!maySeeEmployee(actor, employee.id)) throw goneProblem("employee");
  const isAlone = isPartAlone(parts, before, change);
  const changes = isAlone
    ? [{ before, change, to: applyChange(app, before, change) }]
    : changesOfAll(app, parts, before, change);

  // Checked once all are moved, because a part may take the time of the next one.
  const now = app.now();
  for (const one of changes) store.setAppointment(app.db, one.before.id, one.to, now);
  if (!change.allowOverlap)
    requireFreeTime(
      app,
      changes.flatMap(({ before: from, to }) =>
        needsFreeTime(from, to) ? { ...to, objection: describeObjections(app, from, to) } : [],
      ),
      parts.map(({ id }) => id),
    );
  // A visit that is put back may begin with another part, to which its booking and deposit then belong.
  const visitId = isAlone ? before.visitId : chooseFirstPart(app, listParts(app.db, before));
  for (const one of changes)
    completeChange(app, actor, { ...one.before, visitId }, one.to, {
      ...one.change,
      isPart: isAlone,
    });
  if (isAlone) completePart(app, before, change.notify);
  const to = changes.find((one) => one.before.id === before.id)?.to;
  if (!to) return;
  const action = auditAction(before, to);
  const others = parts.flatMap(({ id }) => (id === before.id ? [] : id));
  recordChange(app, actor, action, [before.id, ...others], {
    fields: changedFields(before, to),
    changes: changedValues(app, before, to),
    ...(action === "appointment.status" && { status: to.status }),
    ...(isAlone && { onlyPart: true }),
    ...(change.deposit && { deposit: change.deposit }),
  });
}

/** Whether a status is meant for one part only. @throws Problem 400 */
function isPartAlone(
  parts: readonly store.AppointmentRow[],
  { id, status }: store.AppointmentRow,
  change: AppointmentChange,
): boolean {
  const others = parts.filter((one) => one.id !== id && one.status !== "canceled");
  const isCanceled = status === "canceled";
  // A part that was canceled alone is put back, or moved, alone.
  if (isCanceled && others.length > 0) return true;
  if (!change.onlyPart) return false;
  if (change.status !== "canceled")
    throw fieldProblem(400, "onlyPart", "Only a cancellation can apply to one part of a visit");
  if (change.deposit)
    throw fieldProblem(400, "deposit", "The deposit stays with the rest of the visit");
  return others.length > 0;
}

function changesOfAll(
  app: App,
  parts: readonly store.AppointmentRow[],
  before: store.AppointmentRow,
  change: AppointmentChange,
) {
  const { status, clientName, phoneNumber, deposit, notify, allowOverlap } = change;
  const to = applyChange(app, before, change);
  const shift = minutesBetween(before.startsAt, to.startsAt);
  const longer = to.durationMinutes - before.durationMinutes;
  const meant =
    before.status === "canceled"
      ? listCanceledWith(app.db, before)
      : parts.filter(({ status: ofPart }) => ofPart !== "canceled");
  return meant.map((part) => {
    if (part.id === before.id) return { before, change, to };
    const moves = shift + (part.startsAt > before.startsAt ? longer : 0);
    const ofPart: AppointmentChange = {
      ...{ clientName, phoneNumber, deposit, notify, allowOverlap },
      // The client confirmed the visit, whose start stays.
      status: status ?? (shift === 0 && part.status !== "requested" ? part.status : undefined),
      ...(moves !== 0 && { appointmentDate: addMinutes(part.startsAt, moves) }),
    };
    return { before: part, change: ofPart, to: applyChange(app, part, ofPart) };
  });
}

/** The visit's link, deposit and texts belong to its first part that takes place. */
function completePart(app: App, before: store.AppointmentRow, notify: boolean | undefined): void {
  chooseFirstPart(app, listParts(app.db, before));
  const row = store.findAppointment(app.db, before.id);
  const parts = row ? listParts(app.db, row) : [];
  const first = parts.find(isFirstPart);
  if (!first) return;
  // The client who knows that the part is off learns that it isn't.
  if (row?.status !== "canceled" && before.knownStartsAt === "") texts.setUnknown(app.db, first.id);
  if (!notify && row?.status === "canceled") texts.setUnknown(app.db, before.id);
  planChangeText(app, first, notify);
}

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
