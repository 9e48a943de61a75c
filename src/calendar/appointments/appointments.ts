import * as store from "#db/calendar/appointments.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { foundEmployee } from "#src/calendar/employees/employees.ts";
import { record, recordSystem } from "#src/platform/audit/audit.ts";
import { requireNamesAndPhones } from "#src/platform/masking/masking.ts";
import { requirePhone } from "#src/platform/phone-numbers.ts";
import { settingsOf } from "#src/platform/settings/settings.ts";
import { DEFAULT_SERVICE } from "#src/shared/constants.ts";
import { nameKey } from "#src/shared/names.ts";
import { maySeeEmployee } from "#src/shared/permissions.ts";
import { Problem } from "#src/shared/problem.ts";
import { addMinutes, readWallTime, type WallTime } from "#src/shared/wall-time.ts";
import { refuseClash } from "./conflict-message.ts";
import type { Appointment, AppointmentChange, NewAppointment as Wanted } from "./contract.ts";
import { shownOne } from "./to-appointment.ts";

export interface NewAppointment {
  readonly employeeId: number;
  readonly clientName: string;
  /** E.164, or null. */
  readonly phone: string | null;
  readonly startsAt: WallTime;
  readonly durationMinutes: number;
  readonly service: string;
  readonly source: store.AppointmentSource;
}

/** Booked by hand. @throws Problem 409 while the employee is taken or off, unless `allowOverlap` */
export function createAppointment(app: App, actor: Staff, wanted: Wanted): Appointment {
  return inTransaction(app.db, () => {
    const phone = phoneOf(app, wanted.phoneNumber);
    const id = bookAppointment(app, actor, wanted, { phone, source: "staff" });
    return shownOne(app, found(app, actor, id));
  });
}

/**
 * In the caller's transaction; answers its id. `phone` is E.164, or null.
 * @throws Problem 404 for an employee who is gone, 409 as above
 */
export function bookAppointment(
  app: App,
  actor: Staff,
  wanted: Omit<Wanted, "phoneNumber">,
  from: Pick<NewAppointment, "phone" | "source">,
): number {
  const employee = foundEmployee(app, wanted.employeeId);
  const startsAt = startOf(wanted.appointmentDate);
  const endsAt = addMinutes(startsAt, wanted.durationMinutes);
  if (!wanted.allowOverlap) refuseClash(app, employee, { startsAt, endsAt });
  return addAppointment(app, actor, {
    ...from,
    employeeId: employee.id,
    clientName: wanted.clientName,
    startsAt,
    durationMinutes: wanted.durationMinutes,
    service: wanted.service || DEFAULT_SERVICE,
  });
}

/**
 * Moves it, puts it right, or says how it stands. Of another time the client has not been reminded
 * yet, nor has the client confirmed it.
 */
export function changeAppointment(
  app: App,
  actor: Staff,
  id: number,
  change: AppointmentChange,
): Appointment {
  if (change.clientName !== undefined || change.phoneNumber !== undefined)
    requireNamesAndPhones(actor);
  return inTransaction(app.db, () => {
    const former = found(app, actor, id);
    const to = changed(app, former, change);
    const employee = foundEmployee(app, to.employeeId);
    if (!maySeeEmployee(actor, employee.id)) throw gone("employee");

    const moved = to.startsAt !== former.startsAt || to.endsAt !== former.endsAt;
    const takesTime = to.status !== "canceled";
    const isNewThere = moved || to.employeeId !== former.employeeId || former.status === "canceled";
    if (takesTime && isNewThere && !change.allowOverlap) refuseClash(app, employee, to, id);

    store.setAppointment(app.db, id, to);
    if (to.startsAt !== former.startsAt || to.status === "canceled")
      store.forgetReminder(app.db, id);
    note(app, actor, actionOf(former, to), id, { fields: fieldsOf(former, to) });
    return shownOne(app, found(app, actor, id));
  });
}

/** For good; what was only called off is canceled instead. */
export function deleteAppointment(app: App, actor: Staff, id: number): void {
  inTransaction(app.db, () => {
    found(app, actor, id);
    removeAppointment(app, actor, id);
  });
}

/** Writes one down, unchecked, in the caller's transaction, and answers its id. `actor` is null for the machine. */
export function addAppointment(app: App, actor: Staff | null, wanted: NewAppointment): number {
  const id = store.insertAppointment(app.db, {
    ...wanted,
    nameKey: nameKey(wanted.clientName),
    endsAt: addMinutes(wanted.startsAt, wanted.durationMinutes),
    createdAt: app.now(),
  });
  note(app, actor, "appointment.create", id, { source: wanted.source });
  return id;
}

/** In the caller's transaction. */
export function removeAppointment(app: App, actor: Staff | null, id: number): void {
  store.deleteAppointment(app.db, id);
  note(app, actor, "appointment.delete", id);
}

/** One of an employee whom the caller may not see does not exist for them. @throws Problem 404 */
function found(app: App, actor: Staff, id: number): store.AppointmentRow {
  const row = store.findAppointment(app.db, id);
  if (!row || !maySeeEmployee(actor, row.employeeId)) throw gone("appointment");
  return row;
}

function gone(what: string): Problem {
  return new Problem(404, `This ${what} does not exist any more.`);
}

function changed(
  app: App,
  former: store.AppointmentRow,
  change: AppointmentChange,
): store.AppointmentFields {
  const clientName = change.clientName ?? former.clientName;
  const startsAt =
    change.appointmentDate === undefined ? former.startsAt : startOf(change.appointmentDate);
  const durationMinutes = change.durationMinutes ?? former.durationMinutes;
  const unsaid = former.status === "confirmed" && startsAt !== former.startsAt;
  return {
    employeeId: change.employeeId ?? former.employeeId,
    clientName,
    nameKey: nameKey(clientName),
    phone: change.phoneNumber === undefined ? former.phone : phoneOf(app, change.phoneNumber),
    startsAt,
    endsAt: addMinutes(startsAt, durationMinutes),
    durationMinutes,
    service: change.service === undefined ? former.service : change.service || DEFAULT_SERVICE,
    status: change.status ?? (unsaid ? "booked" : former.status),
  };
}

function actionOf(former: store.AppointmentRow, to: store.AppointmentFields): string {
  if (former.status !== to.status && to.status === "canceled") return "appointment.cancel";
  if (former.status === "canceled" && to.status !== "canceled") return "appointment.uncancel";
  if (former.startsAt !== to.startsAt || former.employeeId !== to.employeeId)
    return "appointment.move";
  return former.status === to.status ? "appointment.update" : "appointment.status";
}

/** Their names, never what stands in them. */
function fieldsOf(former: store.AppointmentRow, to: store.AppointmentFields): string[] {
  return Object.keys(to).filter(
    (name) => name in former && former[name as keyof typeof former] !== to[name as keyof typeof to],
  );
}

function startOf(text: string): WallTime {
  const wall = readWallTime(text);
  if (wall === undefined) throw new Problem(400, "Use a date and time such as 2026-11-20T10:30.");
  return wall;
}

function phoneOf(app: App, typed: string | null): string | null {
  return typed ? requirePhone(typed, settingsOf(app).country) : null;
}

function note(
  app: App,
  actor: Staff | null,
  action: string,
  id: number,
  metadata?: Record<string, unknown>,
): void {
  const deed = { action, target: ["appointment", id], metadata } as const;
  if (actor) record(app, actor, deed);
  else recordSystem(app, deed);
  app.events.changed("appointments", id);
}
