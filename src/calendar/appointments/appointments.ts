import * as store from "#db/calendar/appointments.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { getEmployee } from "#src/calendar/employees/employees.ts";
import { record, recordSystem } from "#src/platform/audit/audit.ts";
import { requireNamesAndPhones } from "#src/platform/masking/masking.ts";
import { recordOwnWords } from "#src/platform/masking/own-words.ts";
import { requirePhone } from "#src/platform/phone-numbers.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { skippedTimeMessage } from "#src/platform/skipped-time.ts";
import { isSkipped } from "#src/platform/time.ts";
import { DEFAULT_APPOINTMENT_MINUTES } from "#src/shared/constants.ts";
import { nameKey } from "#src/shared/names.ts";
import { maySeeEmployee } from "#src/shared/permissions.ts";
import { Problem } from "#src/shared/problem.ts";
import { addMinutes, parseWallTime, type WallTime } from "#src/shared/wall-time.ts";
import { type BookedService, changedService, findBookedService } from "./booked-service.ts";
import { requireFreeTime } from "./conflict-message.ts";
import type {
  Appointment,
  AppointmentChange,
  NewAppointment as AppointmentInput,
} from "./contract.ts";
import { deleteWithBookings } from "./delete.ts";
import { applyDecision } from "./online-decision.ts";
import { toAppointment } from "./to-appointment.ts";

export interface NewAppointment {
  readonly employeeId: number;
  readonly clientName: string;
  /** E.164, or null. */
  readonly phone: string | null;
  readonly startsAt: WallTime;
  readonly durationMinutes: number;
  /** A name in any wording. One that equals a service of the list is booked as that service. */
  readonly service: string;
  /** Found by the name if undefined. */
  readonly booked?: BookedService | undefined;
  readonly status?: "requested" | "booked";
  readonly source: store.AppointmentSource;
}

/**
 * Books an appointment by hand.
 * @throws Problem 404, 409 when the employee is busy or off, unless `allowOverlap`
 */
export function createAppointment(app: App, actor: Staff, input: AppointmentInput): Appointment {
  return inTransaction(app.db, () => {
    const phone = parsePhone(app, input.phoneNumber);
    const id = bookAppointment(app, actor, input, { phone, source: "staff" });
    return toAppointment(app, getAppointment(app, actor, id));
  });
}

/**
 * Books an appointment in the caller's transaction and returns its id. `phone` is E.164, or null.
 * @throws Problem 404 for a deleted employee, 409 when the employee is busy or off
 */
export function bookAppointment(
  app: App,
  actor: Staff,
  input: Omit<AppointmentInput, "phoneNumber" | "serviceId"> & {
    readonly serviceId?: number | null;
  },
  {
    isOwnService = true,
    ...from
  }: Pick<NewAppointment, "phone" | "source"> & {
    /** False when the service is the client's wording rather than the actor's. */
    readonly isOwnService?: boolean;
  },
): number {
  const employee = getEmployee(app, input.employeeId);
  const startsAt = parseStart(app, input.appointmentDate);
  const booked = findBookedService(app, employee.id, input);
  const durationMinutes =
    input.durationMinutes ?? booked.durationMinutes ?? DEFAULT_APPOINTMENT_MINUTES;
  if (!input.allowOverlap) requireFreeTime(app, employee, { ...booked, startsAt, durationMinutes });
  const id = addAppointment(app, actor, {
    ...from,
    employeeId: employee.id,
    clientName: input.clientName,
    startsAt,
    durationMinutes,
    service: booked.service,
    booked,
  });
  if (isOwnService) recordOwnWords(app, actor, "appointment", id, booked.service);
  return id;
}

/**
 * Moves or corrects an appointment, or sets its status. A new time clears the reminder and the client's
 * confirmation.
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
    const before = getAppointment(app, actor, id);
    const to = applyChange(app, before, change);
    const employee = getEmployee(app, to.employeeId);
    if (!maySeeEmployee(actor, employee.id)) throw goneProblem("employee");

    const moved = to.startsAt !== before.startsAt || to.endsAt !== before.endsAt;
    const takesTime = to.status !== "canceled";
    const needsFreeTime =
      moved || to.employeeId !== before.employeeId || before.status === "canceled";
    if (takesTime && needsFreeTime && !change.allowOverlap) requireFreeTime(app, employee, to, id);

    store.setAppointment(app.db, id, to);
    if (change.service !== undefined || change.serviceId !== undefined)
      recordOwnWords(app, actor, "appointment", id, to.service);
    if (to.startsAt !== before.startsAt || to.status === "canceled")
      store.clearReminder(app.db, id);
    applyDecision(app, before, to);
    recordChange(app, actor, auditAction(before, to), id, { fields: changedFields(before, to) });
    return toAppointment(app, getAppointment(app, actor, id));
  });
}

/** Deletes an appointment permanently. An appointment that does not take place is canceled instead. */
export function deleteAppointment(app: App, actor: Staff, id: number): void {
  inTransaction(app.db, () => {
    getAppointment(app, actor, id);
    removeAppointment(app, actor, id);
  });
}

/**
 * Stores an appointment unchecked, in the caller's transaction, and returns its id. `actor` is null for the
 * system.
 */
export function addAppointment(
  app: App,
  actor: Staff | null,
  { booked, ...input }: NewAppointment,
): number {
  const { serviceId, priceCents, bufferMinutes } =
    booked ?? findBookedService(app, input.employeeId, { service: input.service });
  const id = store.insertAppointment(app.db, {
    ...input,
    serviceId,
    priceCents,
    bufferMinutes,
    nameKey: nameKey(input.clientName),
    endsAt: addMinutes(input.startsAt, input.durationMinutes),
    createdAt: app.now(),
  });
  recordChange(app, actor, "appointment.create", id, { source: input.source });
  return id;
}

/** Deletes an appointment in the caller's transaction. */
export function removeAppointment(app: App, actor: Staff | null, id: number): void {
  deleteWithBookings(app, [id]);
  recordChange(app, actor, "appointment.delete", id);
}

/** @throws Problem 404, also if the employee is hidden from the actor */
function getAppointment(app: App, actor: Staff, id: number): store.AppointmentRow {
  const row = store.findAppointment(app.db, id);
  if (!row || !maySeeEmployee(actor, row.employeeId)) throw goneProblem("appointment");
  return row;
}

function goneProblem(what: string): Problem {
  return new Problem(404, `This ${what} no longer exists.`);
}

function applyChange(
  app: App,
  before: store.AppointmentRow,
  change: AppointmentChange,
): store.AppointmentFields {
  const clientName = change.clientName ?? before.clientName;
  const startsAt =
    change.appointmentDate === undefined
      ? before.startsAt
      : parseStart(app, change.appointmentDate);
  const durationMinutes = change.durationMinutes ?? before.durationMinutes;
  const employeeId = change.employeeId ?? before.employeeId;
  const losesConfirmation = before.status === "confirmed" && startsAt !== before.startsAt;
  return {
    employeeId,
    clientName,
    nameKey: nameKey(clientName),
    phone: change.phoneNumber === undefined ? before.phone : parsePhone(app, change.phoneNumber),
    startsAt,
    endsAt: addMinutes(startsAt, durationMinutes),
    durationMinutes,
    ...changedService(app, employeeId, before, change),
    status: change.status ?? (losesConfirmation ? "booked" : before.status),
  };
}

function auditAction(before: store.AppointmentRow, to: store.AppointmentFields): string {
  if (before.status !== to.status && to.status === "canceled") return "appointment.cancel";
  if (before.status === "canceled" && to.status !== "canceled") return "appointment.uncancel";
  if (before.startsAt !== to.startsAt || before.employeeId !== to.employeeId)
    return "appointment.move";
  return before.status === to.status ? "appointment.update" : "appointment.status";
}

/** Returns the names of the changed fields, never their values. */
function changedFields(before: store.AppointmentRow, to: store.AppointmentFields): string[] {
  return Object.keys(to).filter(
    (name) => name in before && before[name as keyof typeof before] !== to[name as keyof typeof to],
  );
}

/** @throws Problem 400, also for a time that daylight saving time skips */
function parseStart(app: App, text: string): WallTime {
  const wall = parseWallTime(text);
  if (wall === undefined) throw new Problem(400, "Use a date and time such as 2026-11-20T10:30.");
  if (!isSkipped(app, wall)) return wall;
  const message = skippedTimeMessage(app, wall);
  throw new Problem(400, message, { errors: { appointmentDate: message } });
}

function parsePhone(app: App, input: string | null): string | null {
  return input ? requirePhone(input, getSettings(app).country) : null;
}

function recordChange(
  app: App,
  actor: Staff | null,
  action: string,
  id: number,
  metadata?: Record<string, unknown>,
): void {
  const entry = { action, target: ["appointment", id], metadata } as const;
  if (actor) record(app, actor, entry);
  else recordSystem(app, entry);
  app.events.changed("appointments", id);
}
