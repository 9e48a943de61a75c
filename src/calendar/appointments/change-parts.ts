import * as texts from "#db/calendar/appointment-texts.ts";
import * as store from "#db/calendar/appointments.ts";
import { listParts } from "#db/calendar/visit-parts.ts";
import type { App, Staff } from "#src/app.ts";
import { getEmployee } from "#src/calendar/employees/employees.ts";
import { planChangeText } from "#src/calendar/reminders/text-changes.ts";
import { maySeeEmployee } from "#src/shared/permissions.ts";
import { fieldProblem } from "#src/shared/problem.ts";
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
import { goneProblem, hiddenPartProblem } from "./get-appointment.ts";
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
  for (const one of changes) store.setAppointment(app.db, one.before.id, one.to, app.now());
  if (!change.allowOverlap)
    requireFreeTime(
      app,
      changes.flatMap(({ before: from, to }) =>
        needsFreeTime(from, to) ? { ...to, objection: describeObjections(app, from, to) } : [],
      ),
      parts.map(({ id }) => id),
    );
  for (const one of changes)
    completeChange(app, actor, one.before, one.to, { ...one.change, isPart: isAlone });
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
  const meant = parts.filter(
    (part) => (part.status === "canceled") === (before.status === "canceled"),
  );
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
  const former = store.findAppointment(app.db, before.visitId ?? before.id);
  chooseFirstPart(app, listParts(app.db, before));
  const row = store.findAppointment(app.db, before.id);
  const parts = row ? listParts(app.db, row) : [];
  const first = parts.find(isFirstPart);
  if (!first) return;
  // The client who knows that the part is off learns that it isn't.
  if (row?.status !== "canceled" && before.knownStartsAt === "") texts.setUnknown(app.db, first.id);
  if (!notify && row?.status === "canceled") texts.setUnknown(app.db, before.id);
  if (former && former.id !== first.id) texts.setTextDue(app.db, former.id, null);
  planChangeText(app, first, notify);
}
