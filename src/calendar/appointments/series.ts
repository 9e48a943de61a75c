import { insertSeries, setSeries } from "#db/calendar/appointment-series.ts";
import type { App, Staff } from "#src/app.ts";
import { addBookedClient } from "#src/calendar/book-visit.ts";
import { getEmployee } from "#src/calendar/employees/employees.ts";
import { copyOwnWords, recordOwnWords } from "#src/platform/masking/own-words.ts";
import { maySeeEmployee } from "#src/shared/permissions.ts";
import { fieldProblem, Problem } from "#src/shared/problem.ts";
import { addMinutes } from "#src/shared/wall-time.ts";
import { findVisit } from "./booked-service.ts";
import { describeObjections } from "./conflict-message.ts";
import type { AppointmentChange, NewAppointment } from "./contract.ts";
import { getAppointment, goneProblem } from "./get-appointment.ts";
import { insertAppointment } from "./insert-appointment.ts";
import { parseStart } from "./parse-fields.ts";
import { planVisits, requireNoConflicts } from "./plan-visits.ts";
import { recordChange } from "./record-change.ts";
import type { PlannedVisit, Repeat, RepeatPreview } from "./repeat-contract.ts";

type WithRepeat<Input> = Input & { readonly repeat: Repeat };

/**
 * Lists the visits that would be booked, each with its conflicts; or the one that moves, as it is booked.
 * @throws Problem 400, 404
 */
export function previewRepeat(app: App, actor: Staff, input: RepeatPreview): PlannedVisit[] {
  const { appointmentId, repeat } = input;
  const employee = getEmployee(app, input.employeeId);
  if (!maySeeEmployee(actor, employee.id)) throw goneProblem("employee");
  if (appointmentId !== undefined && !repeat) {
    const row = getAppointment(app, actor, appointmentId);
    const startsAt = parseStart(app, input.appointmentDate);
    const { durationMinutes = row.durationMinutes } = input;
    const endsAt = addMinutes(startsAt, durationMinutes);
    const to = { ...row, employeeId: employee.id, startsAt, endsAt, durationMinutes };
    const objection = describeObjections(app, row, to);
    return planVisits(app, { ...to, employee, appointmentId, objection }, undefined);
  }
  const { booked, ...visit } = findVisit(app, input);
  return planVisits(app, { ...booked, ...visit, appointmentId }, repeat);
}

/**
 * Books the visits of a series in the caller's transaction and returns the id of the first. A series of which one visit
 * remains is a single appointment. `phone` is E.164, or null.
 * @throws Problem 400, 404, 409 that lists the conflicts, unless `allowOverlap`
 */
export function bookSeries(
  app: App,
  actor: Staff,
  input: WithRepeat<NewAppointment>,
  phone: string | null,
): number {
  const { employee, durationMinutes, booked, ...visit } = findVisit(app, input);
  const planned = { ...booked, ...visit, employee, durationMinutes };
  const visits = visitsToBook(planVisits(app, planned, input.repeat), input);
  const { everyWeeks } = input.repeat;
  const seriesId =
    visits.length > 1 ? insertSeries(app.db, { everyWeeks, createdAt: app.now() }) : null;
  const ids = visits.map(({ start }) =>
    insertAppointment(app, {
      employeeId: employee.id,
      clientName: input.clientName,
      phone,
      startsAt: start,
      durationMinutes,
      service: booked.service,
      booked,
      source: "staff",
      seriesId,
      notes: input.notes,
    }),
  );
  for (const id of ids) recordOwnWords(app, actor, "appointment", id, booked.service);
  recordChange(app, actor, "appointment.create", ids, { source: "staff", everyWeeks });
  addBookedClient(app, actor, { name: input.clientName, phone });
  return ids[0] ?? 0;
}

/**
 * Makes an appointment the first visit of a series, in the caller's transaction.
 * @throws Problem 400, 403, 409 that lists the conflicts, unless `allowOverlap`
 */
export function repeatAppointment(
  app: App,
  actor: Staff,
  id: number,
  change: WithRepeat<Pick<AppointmentChange, "allowOverlap">>,
): void {
  if (actor.role !== "admin") throw new Problem(403, "Only an administrator can add appointments.");
  const first = getAppointment(app, actor, id);
  if (first.visitId !== null) throw severalProblem();
  if (first.seriesId !== null) throw repeatProblem("This appointment already repeats.");
  if (first.status === "requested" || first.status === "canceled")
    throw repeatProblem("Only a booked appointment can repeat.");
  const employee = getEmployee(app, first.employeeId);
  const planned = planVisits(app, { ...first, employee, appointmentId: id }, change.repeat);
  const visits = visitsToBook(planned.slice(1), change);

  const { everyWeeks } = change.repeat;
  const seriesId = insertSeries(app.db, { everyWeeks, createdAt: app.now() });
  setSeries(app.db, id, seriesId);
  const ids = visits.map(({ start }) => {
    const { employeeId, clientName, phone, durationMinutes, service } = first;
    const later = insertAppointment(app, {
      employeeId,
      clientName,
      phone,
      durationMinutes,
      service,
      seriesId,
      startsAt: start,
      booked: first,
      source: "staff",
    });
    copyOwnWords(app, "appointment", id, later);
    return later;
  });
  recordChange(app, actor, "appointment.create", ids, { source: "staff", everyWeeks });
}

function visitsToBook(
  planned: readonly PlannedVisit[],
  { repeat, allowOverlap }: { readonly repeat: Repeat; readonly allowOverlap: boolean },
): PlannedVisit[] {
  const visits = planned.filter(({ day }) => !repeat.skip.includes(day));
  if (visits.length === 0) throw repeatProblem("All visits are left out. Keep at least one.");
  if (!allowOverlap) requireNoConflicts(visits);
  return visits;
}

/** Visits with several employees don't repeat. */
export function severalProblem(): Problem {
  return repeatProblem(
    "A visit with several employees can't repeat. Book it with one employee, or each visit alone.",
  );
}

function repeatProblem(message: string): Problem {
  return fieldProblem(400, "repeat", message);
}
