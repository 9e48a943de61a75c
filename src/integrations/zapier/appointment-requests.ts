import {
  type AppointmentRow,
  appointmentsOfName,
  findAppointment,
} from "#db/calendar/appointments.ts";
import { allEmployees, type EmployeeRow } from "#db/calendar/employees.ts";
import { inTransaction } from "#db/connection.ts";
import { appointmentsOfEmployeeAt } from "#db/integrations/zapier.ts";
import type { App, Staff } from "#src/app.ts";
import { removeAppointment } from "#src/calendar/appointments/appointments.ts";
import { addAppointment } from "#src/calendar/book-visit.ts";
import { openConflict } from "#src/calendar/deletion-conflicts/deletion-conflicts.ts";
import { findContactsByName } from "#src/clients/name-matching/name-matching.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import { movedTimeMessage, toExistingTime } from "#src/platform/time.ts";
import { firstNameOf, nameKey } from "#src/shared/names.ts";
import { Problem } from "#src/shared/problem.ts";
import { addMinutes, minutesBetween, type WallTime } from "#src/shared/wall-time.ts";
import { parsePayloadPhone, type WebhookReply } from "./contact-requests.ts";
import { createPayload, type Payload, type RawFields } from "./payload.ts";

/** The client name of a request without one. */
const NO_NAME = "Unknown";
const MAX_MINUTES = 24 * 60;
/** More appointments than any client has. */
const MAX_APPOINTMENTS = 1_000;
const FIELD = "employee_first_name";

/**
 * Creates an appointment. Overlaps and working hours are not checked, because the appointment already
 * exists in the outside program. @throws Problem 400
 */
export function createAppointmentFromRequest(app: App, owner: Staff, raw: RawFields): WebhookReply {
  const payload = createPayload(raw);
  const clientName = payload.clientName() ?? NO_NAME;
  const start = payload.time("start_datetime");
  const end = payload.time("end_datetime");
  payload.required("start_datetime", 60);
  payload.required("end_datetime", 60);
  const minutes = start && end ? minutesBetween(start, end) : 0;
  if (start && end && (minutes <= 0 || minutes > MAX_MINUTES))
    payload.refuse("end_datetime", "must be after start_datetime, by a day at most");
  const service = payload.required("service_display_name", 200);
  const firstName = payload.required("employee_first_name", 120);
  const employee = firstName ? findOneEmployee(app, payload, firstName) : undefined;
  const phone = parsePayloadPhone(app, payload, payload.optional("phone_number", 40));
  payload.check();
  if (!start || !employee) throw new Error("start and employee are checked above");
  const startsAt = toExistingTime(app, start);
  const note = startsAt === start ? "" : ` ${movedTimeMessage(app, start)}`;

  return inTransaction(app.db, () => {
    const existingId = findSameAppointment(app, {
      clientName,
      start: startsAt,
      minutes,
      service,
      employee: employee.id,
    });
    if (existingId !== undefined)
      return {
        status: 200,
        body: { message: "This appointment already exists.", appointmentId: existingId },
      };
    const id = addAppointment(app, owner, {
      employeeId: employee.id,
      clientName,
      phone: phone ?? findPhoneByName(app, clientName),
      startsAt,
      durationMinutes: minutes,
      service,
      source: "webhook",
    });
    return { status: 201, body: { message: `Appointment created.${note}`, appointmentId: id } };
  });
}

/**
 * Deletes the only matching appointment. Several matches open a conflict for the staff.
 * @throws Problem 400, 404
 */
export function deleteAppointmentFromRequest(app: App, owner: Staff, raw: RawFields): WebhookReply {
  const payload = createPayload(raw);
  const clientName = payload.clientName();
  const sentStart = payload.time("start_datetime");
  const sentEnd = payload.time("end_datetime");
  // The appointment was stored at the time after the change of clocks.
  const start = sentStart && toExistingTime(app, sentStart);
  const end =
    sentStart && start && sentEnd ? addMinutes(sentEnd, minutesBetween(sentStart, start)) : sentEnd;
  const service = payload.optional("service_display_name", 200);
  const employee = payload.optional("employee_first_name", 120);
  const employees = employee === undefined ? [] : findEmployeesByName(app, payload, employee);
  if (clientName === undefined && (start === undefined || employee === undefined))
    payload.refuse(
      "first_name",
      "or last_name is required (or else both start_datetime and employee_first_name)",
    );
  payload.check();

  const criteria: DeletionCriteria = {
    nameKey: clientName === undefined ? undefined : nameKey(clientName),
    start,
    end,
    service,
    employeeIds: employee === undefined ? undefined : employees.map(({ id }) => id),
    today: businessDay(app),
  };
  return inTransaction(app.db, () => {
    const candidates = filterCandidates(possibleAppointments(app, criteria), criteria);
    const [only, ...others] = candidates;
    if (!only) throw new Problem(404, "No appointment matches these fields. Nothing was deleted.");
    if (others.length === 0) {
      removeAppointment(app, owner, only.id);
      return { status: 200, body: { message: "Appointment deleted.", appointmentId: only.id } };
    }
    const appointmentIds = candidates.map(({ id }) => id);
    const request = {
      start: start ?? null,
      end: end ?? null,
      service: service ?? null,
      employee: employee ?? null,
    };
    const conflictId = openConflict(app, owner, clientName ?? NO_NAME, request, appointmentIds);
    return {
      status: 202,
      body: {
        message: `${candidates.length} appointments match. Choose one in Appointment Management.`,
        conflictId,
        appointmentIds,
      },
    };
  });
}

/** Reads the rows that may be candidates by an index. */
function possibleAppointments(
  app: App,
  { nameKey: key, start, employeeIds, today }: DeletionCriteria,
): AppointmentRow[] {
  if (key !== undefined) return appointmentsOfName(app.db, key, start ?? today, MAX_APPOINTMENTS);
  return (employeeIds ?? [])
    .flatMap((id) => appointmentsOfEmployeeAt(app.db, id, start?.slice(0, 16) ?? ""))
    .flatMap((id) => findAppointment(app.db, id) ?? []);
}

function findSameAppointment(
  app: App,
  criteria: {
    clientName: string;
    start: string;
    minutes: number;
    service: string;
    employee: number;
  },
): number | undefined {
  const { clientName, start } = criteria;
  return appointmentsOfName(app.db, nameKey(clientName), start, MAX_APPOINTMENTS).find(
    (one) =>
      one.startsAt === start &&
      one.durationMinutes === criteria.minutes &&
      one.employeeId === criteria.employee &&
      one.service.toLowerCase() === criteria.service.toLowerCase() &&
      // A canceled appointment may be booked again.
      one.status !== "canceled",
  )?.id;
}

/** Returns the number of the only contact with this name, or null if there is none or it is ambiguous. */
function findPhoneByName(app: App, clientName: string): string | null {
  if (clientName === NO_NAME) return null;
  const [only, another] = findContactsByName(app, clientName, 2);
  return only && !another ? only.phone : null;
}

/** Returns the employees with this full or first name, ignoring case and accents. Refuses an unknown name. */
function findEmployeesByName(app: App, payload: Payload, name: string): readonly EmployeeRow[] {
  const key = nameKey(name);
  const all = allEmployees(app.db);
  const fullMatches = all.filter((employee) => nameKey(employee.name) === key);
  const employees =
    fullMatches.length > 0
      ? fullMatches
      : all.filter((employee) => nameKey(firstNameOf(employee.name)) === key);
  if (employees.length === 0)
    payload.refuse(
      FIELD,
      all.length === 0
        ? "must be an employee. Add employees in Settings first"
        : `must be one of ${formatNames(all)}`,
    );
  return employees;
}

function findOneEmployee(app: App, payload: Payload, name: string): EmployeeRow | undefined {
  const employees = findEmployeesByName(app, payload, name);
  if (employees.length > 1)
    return payload.refuse(
      FIELD,
      `matches several employees. Send the full name: ${formatNames(employees)}`,
    );
  return employees[0];
}

function formatNames(employees: readonly EmployeeRow[]): string {
  return employees.map(({ name }) => name).join(", ");
}

/** The fields of a request to delete an appointment; undefined if omitted. */
interface DeletionCriteria {
  /** The client's name key, by which the rows were selected. */
  readonly nameKey: string | undefined;
  readonly start: WallTime | undefined;
  readonly end: WallTime | undefined;
  readonly service: string | undefined;
  /** The employees with the first name. */
  readonly employeeIds: readonly number[] | undefined;
  /** YYYY-MM-DD in the business's time zone. */
  readonly today: string;
}

/**
 * Returns the appointments that match every given field. Without a start only those from today on match.
 * Canceled appointments match only if no other does, because a program rarely needs to delete them.
 */
function filterCandidates(
  rows: readonly AppointmentRow[],
  { start, end, service, employeeIds, today }: DeletionCriteria,
): AppointmentRow[] {
  const matches = rows.filter(
    (row) =>
      (start === undefined ? row.startsAt >= today : toMinute(row.startsAt) === toMinute(start)) &&
      (end === undefined || toMinute(row.endsAt) === toMinute(end)) &&
      (service === undefined || normalizeService(row.service) === normalizeService(service)) &&
      (employeeIds === undefined || employeeIds.includes(row.employeeId)),
  );
  const active = matches.filter(({ status }) => status !== "canceled");
  return active.length > 0 ? active : matches;
}

function toMinute(wall: WallTime): string {
  return wall.slice(0, 16);
}

function normalizeService(service: string): string {
  return service.trim().replace(/\s+/g, " ").toLowerCase();
}
