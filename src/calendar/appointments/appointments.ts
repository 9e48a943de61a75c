import * as store from "#db/calendar/appointments.ts";
import { listParts } from "#db/calendar/visit-parts.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { bookAppointment } from "#src/calendar/book-visit.ts";
import { askForDeposit } from "#src/calendar/desk-deposit.ts";
import { getEmployee } from "#src/calendar/employees/employees.ts";
import { confirmSeries } from "#src/calendar/reminders/reminders.ts";
import { previewText } from "#src/calendar/reminders/render-news.ts";
import { planBookingText } from "#src/calendar/reminders/text-changes.ts";
import { refusalReason, switchedOffReason } from "#src/calendar/reminders/texting.ts";
import { leaveGap } from "#src/calendar/waitlist/gaps.ts";
import { requireNamesAndPhones } from "#src/platform/masking/masking.ts";
import { toWallTime } from "#src/platform/time.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { formatLongTime } from "#src/shared/long-date.ts";
import { maySeeEmployee, seesClients } from "#src/shared/permissions.ts";
import { fieldProblem } from "#src/shared/problem.ts";
import { minutesBetween } from "#src/shared/wall-time.ts";
import {
  applyChange,
  auditAction,
  changedFields,
  completeChange,
  needsFreeTime,
} from "./apply-change.ts";
import { findChosenParts } from "./booked-service.ts";
import { changeFollowing, changeParts, listLaterVisits } from "./change-several.ts";
import { describeObjections, requireFreeTime } from "./conflict-message.ts";
import type {
  Appointment,
  AppointmentChange,
  NewAppointment as AppointmentInput,
  CreatedAppointment,
} from "./contract.ts";
import { type Decision, deleteWithBookings } from "./delete.ts";
import type { CanceledVisits, TextCheck, TextRefusalQuery } from "./fields-contract.ts";
import { getAppointment, goneProblem, isAhead } from "./get-appointment.ts";
import { parsePhone, parseStart } from "./parse-fields.ts";
import { changedValues, recordChange } from "./record-change.ts";
import type { Scope } from "./repeat-contract.ts";
import { bookSeries, repeatAppointment, severalProblem } from "./series.ts";
import { toAppointment } from "./to-appointment.ts";
import { toWhole } from "./whole-visit.ts";

/** A walk-in's time is the next one that is free, rounded up. */
const HERE_MINUTES = 15;

/**
 * Books an appointment by hand, or a series of them.
 * @throws Problem 404, 409 when the employee is busy or off, unless `allowOverlap`
 */
export function createAppointment(
  app: App,
  actor: Staff,
  input: AppointmentInput,
): CreatedAppointment {
  return inTransaction(app.db, () => {
    const phone = parsePhone(app, input.phoneNumber);
    const { repeat, textConfirmation, notify, askDeposit, isHere } = input;
    if (repeat && askDeposit)
      throw fieldProblem(400, "askDeposit", "Repeating visits have no deposit.");
    if (repeat && findChosenParts(app, input)) throw severalProblem();
    const id = repeat
      ? bookSeries(app, actor, { ...input, repeat }, phone)
      : bookAppointment(app, actor, input, { phone, source: "staff" });
    const row = getAppointment(app, actor, id);
    const away = minutesBetween(toWallTime(app, app.now()), row.startsAt);
    if (isHere && Math.abs(away) <= HERE_MINUTES)
      changeAppointment(app, actor, id, { status: "arrived", allowOverlap: true });
    if (askDeposit) askForDeposit(app, actor, id);
    else if (notify) planBookingText(app, [row, ...listLaterVisits(app, actor, row)]);
    return {
      ...toAppointment(app, getAppointment(app, actor, id)),
      ...(textConfirmation && { confirmation: confirmSeries(app, id) }),
    };
  });
}

/**
 * Moves or corrects an appointment, or sets its status, alone or together with the later visits of its series. A new
 * time clears the reminder and the client's confirmation.
 */
export function changeAppointment(
  app: App,
  actor: Staff,
  id: number,
  change: AppointmentChange,
): Appointment {
  const { clientName, phoneNumber, notes } = change;
  // Those who read the note masked would write it back.
  if (clientName !== undefined || phoneNumber !== undefined || notes !== undefined)
    requireNamesAndPhones(actor);
  if (change.deposit && change.status !== "canceled" && change.status !== "no_show")
    throw fieldProblem(400, "deposit", "Choose Canceled or No-show to decide on the deposit.");
  return inTransaction(app.db, () => {
    const before = getAppointment(app, actor, id);
    if (change.status === "no_show" && before.status !== "no_show") requireBegun(app, before);
    if (before.visitId !== null) changeParts(app, actor, before, change);
    else if (change.scope === "following") changeFollowing(app, actor, before, change);
    else saveChange(app, actor, before, change);
    if (change.repeat) {
      repeatAppointment(app, actor, id, { ...change, repeat: change.repeat });
      if (change.notify)
        planBookingText(app, listLaterVisits(app, actor, getAppointment(app, actor, id)));
    }
    return toAppointment(app, getAppointment(app, actor, id));
  });
}

/** Who has yet to come can't have stayed away. @throws Problem 409 that names the status */
function requireBegun(app: App, row: store.AppointmentRow): void {
  const { startsAt } = toWhole(app, row);
  const now = toWallTime(app, app.now());
  if (startsAt > now)
    throw fieldProblem(
      409,
      "status",
      `This visit begins ${formatLongTime(startsAt)}. It can be a no-show from then on.`,
    );
}

/** Cancels visits together, but none that changed since it was listed or that the actor may not see. */
export function cancelVisits(
  app: App,
  actor: Staff,
  { visits, notify }: CanceledVisits,
): { canceled: number; texted: number } {
  return inTransaction(app.db, () => {
    const now = toWallTime(app, app.now());
    const counts = { canceled: 0, texted: 0 };
    for (const { id, appointmentDate } of visits) {
      const row = store.findAppointment(app.db, id);
      if (!row || !maySeeEmployee(actor, row.employeeId) || !isAhead(row.status)) continue;
      if (row.startsAt !== parseStart(app, appointmentDate) || row.startsAt <= now) continue;
      const change = { status: "canceled", allowOverlap: false, notify } as const;
      if (row.visitId === null) saveChange(app, actor, row, change);
      else changeParts(app, actor, row, change);
      counts.canceled += 1;
      counts.texted += Number(store.findAppointment(app.db, id)?.textDueAt !== null);
    }
    return counts;
  });
}

function saveChange(
  app: App,
  actor: Staff,
  before: store.AppointmentRow,
  change: AppointmentChange,
): void {
  const to = applyChange(app, before, change);
  const employee = getEmployee(app, to.employeeId);
  if (!maySeeEmployee(actor, employee.id)) throw goneProblem("employee");
  if (needsFreeTime(before, to) && !change.allowOverlap)
    requireFreeTime(app, [{ ...to, objection: describeObjections(app, before, to) }], [before.id]);

  store.setAppointment(app.db, before.id, to, app.now());
  completeChange(app, actor, before, to, change);
  const action = auditAction(before, to);
  recordChange(app, actor, action, before.id, {
    fields: [...changedFields(before, to), ...(change.repeat ? ["repeat"] : [])],
    changes: changedValues(app, before, to),
    ...(action === "appointment.status" && { status: to.status }),
    ...(change.deposit && { deposit: change.deposit }),
  });
}

/**
 * Deletes an appointment permanently, alone or together with the later visits of its series. An appointment that does
 * not take place is canceled instead.
 */
export function deleteAppointment(
  app: App,
  actor: Staff,
  id: number,
  { scope, ...decision }: Decision & { readonly scope?: Scope | undefined } = {},
): void {
  inTransaction(app.db, () => {
    const first = getAppointment(app, actor, id);
    const later = scope === "following" ? listLaterVisits(app, actor, first) : [];
    removeAppointments(app, actor, [...listParts(app.db, first), ...later], decision);
  });
}

/**
 * Returns why the client of an appointment, or a number, can't be texted about a change, and the text if they can.
 * @throws Problem 400 for a number that is none, 403
 */
export function checkText(
  app: App,
  actor: Staff,
  { appointmentId, phoneNumber = "", appointmentDate, ...change }: TextRefusalQuery,
): TextCheck {
  const startsAt = appointmentDate ? parseStart(app, appointmentDate) : undefined;
  if (appointmentId !== undefined) {
    const row = store.findAppointment(app.db, Number(appointmentId));
    // Asked again by dialogs while their visit is deleted.
    if (!row || !maySeeEmployee(actor, row.employeeId))
      return { reason: "the appointment no longer exists", text: null };
    const moved = { ...row, ...(startsAt && { startsAt }) };
    const reason =
      switchedOffReason(app, "visit-change") ?? refusalReason(app, moved, "visit-change");
    const cancels = change.cancels === "true";
    const employeeId = change.employeeId ? Number(change.employeeId) : undefined;
    const planned = { cancels, deposit: change.deposit, startsAt, employeeId };
    const isTold = reason === undefined && seesClients(actor);
    return {
      reason: reason ?? null,
      text: (isTold && previewText(app, row, planned)) || null,
    };
  }
  requireNamesAndPhones(actor);
  const phone = parsePhone(app, phoneNumber);
  const visit = { phone, startsAt: startsAt ?? toWallTime(app, app.now() + DAY_MS) };
  const reason =
    switchedOffReason(app, "confirmation") ?? refusalReason(app, visit, "visit-change");
  return { reason: reason ?? null, text: null };
}

/** Deletes an appointment in the caller's transaction. */
export function removeAppointment(
  app: App,
  actor: Staff | null,
  id: number,
  decision?: Decision,
): void {
  const row = store.findAppointment(app.db, id);
  if (row) removeAppointments(app, actor, listParts(app.db, row), decision);
}

function removeAppointments(
  app: App,
  actor: Staff | null,
  rows: readonly store.AppointmentRow[],
  decision: Decision = {},
): void {
  for (const row of rows) leaveGap(app, row);
  const ids = rows.map(({ id }) => id);
  const { deposit } = decision;
  // Before they are gone, because the entry says when they were.
  recordChange(app, actor, "appointment.delete", ids, deposit && { deposit });
  deleteWithBookings(app, ids, decision);
}
