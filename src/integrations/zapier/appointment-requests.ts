import {
  type AppointmentRow,
  appointmentsOfName,
  findAppointment,
} from "#db/calendar/appointments.ts";
import { inTransaction } from "#db/connection.ts";
import { appointmentsOfEmployeeAt } from "#db/integrations/webhook-appointments.ts";
import type { App, Staff } from "#src/app.ts";
import { addAppointment, removeAppointment } from "#src/calendar/appointments/appointments.ts";
import { openConflict } from "#src/calendar/deletion-conflicts/deletion-conflicts.ts";
import { contactsNamed } from "#src/clients/name-matching/name-matching.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import { nameKey } from "#src/shared/names.ts";
import { Problem } from "#src/shared/problem.ts";
import { minutesBetween } from "#src/shared/wall-time.ts";
import { candidatesAmong, type Wanted } from "./candidates.ts";
import { phoneOf } from "./contact-requests.ts";
import { employeesNamed, oneEmployee } from "./employee-named.ts";
import { payloadOf, type Raw } from "./payload.ts";
import type { Answer } from "./reply.ts";

/** For a call that names no client. */
const NO_NAME = "Unknown";
const LONGEST_MINUTES = 24 * 60;
/** More than one client has. */
const MOST_LOOKED_AT = 1_000;

/** Never refused for overlap or hours: the outside program is where the appointment was made. */
export function createAppointmentByCall(app: App, owner: Staff, raw: Raw): Answer {
  const payload = payloadOf(raw);
  const clientName = payload.clientName() ?? NO_NAME;
  const start = payload.time("start_datetime");
  const end = payload.time("end_datetime");
  payload.required("start_datetime", 60);
  payload.required("end_datetime", 60);
  const minutes = start && end ? minutesBetween(start, end) : 0;
  if (start && end && (minutes <= 0 || minutes > LONGEST_MINUTES))
    payload.refuse("end_datetime", "must be after start_datetime, by a day at most");
  const service = payload.required("service_display_name", 200);
  const named = payload.required("employee_first_name", 120);
  const employee = named ? oneEmployee(app, payload, named) : undefined;
  const phone = phoneOf(app, payload, payload.optional("phone_number", 40));
  payload.check();
  if (!start || !employee) throw new Error("checked above");

  return inTransaction(app.db, () => {
    const former = sameAppointment(app, {
      clientName,
      start,
      minutes,
      service,
      employee: employee.id,
    });
    if (former !== undefined)
      return {
        status: 200,
        body: { message: "This appointment is there already.", appointmentId: former },
      };
    const id = addAppointment(app, owner, {
      employeeId: employee.id,
      clientName,
      phone: phone ?? phoneOfNamesake(app, clientName),
      startsAt: start,
      durationMinutes: minutes,
      service,
      source: "webhook",
    });
    return { status: 201, body: { message: "Appointment created.", appointmentId: id } };
  });
}

/** One that fits is deleted; of several somebody chooses; none is 404. */
export function deleteAppointmentByCall(app: App, owner: Staff, raw: Raw): Answer {
  const payload = payloadOf(raw);
  const clientName = payload.clientName();
  const start = payload.time("start_datetime");
  const end = payload.time("end_datetime");
  const service = payload.optional("service_display_name", 200);
  const employee = payload.optional("employee_first_name", 120);
  const employees = employee === undefined ? [] : employeesNamed(app, payload, employee);
  if (clientName === undefined && (start === undefined || employee === undefined))
    payload.refuse(
      "first_name",
      "or last_name is required (or else both start_datetime and employee_first_name)",
    );
  payload.check();

  const wanted: Wanted = {
    nameKey: clientName === undefined ? undefined : nameKey(clientName),
    start,
    end,
    service,
    employeeIds: employee === undefined ? undefined : employees.map(({ id }) => id),
    today: businessDay(app),
  };
  return inTransaction(app.db, () => {
    const candidates = candidatesAmong(lookedAt(app, wanted), wanted);
    const [only, ...others] = candidates;
    if (!only) throw new Problem(404, "No appointment fits these fields. Nothing was deleted.");
    if (others.length === 0) {
      removeAppointment(app, owner, only.id);
      return { status: 200, body: { message: "Appointment deleted.", appointmentId: only.id } };
    }
    const appointmentIds = candidates.map(({ id }) => id);
    const asked = {
      start: start ?? null,
      end: end ?? null,
      service: service ?? null,
      employee: employee ?? null,
    };
    const conflictId = openConflict(app, owner, clientName ?? NO_NAME, asked, appointmentIds);
    return {
      status: 202,
      body: {
        message: `${candidates.length} appointments fit. Somebody has to choose in Appointment Management.`,
        conflictId,
        appointmentIds,
      },
    };
  });
}

/** By index, and no more than may be candidates. */
function lookedAt(app: App, { nameKey: key, start, employeeIds, today }: Wanted): AppointmentRow[] {
  if (key !== undefined) return appointmentsOfName(app.db, key, start ?? today, MOST_LOOKED_AT);
  return (employeeIds ?? [])
    .flatMap((id) => appointmentsOfEmployeeAt(app.db, id, start?.slice(0, 16) ?? ""))
    .flatMap((id) => findAppointment(app.db, id) ?? []);
}

function sameAppointment(
  app: App,
  wanted: { clientName: string; start: string; minutes: number; service: string; employee: number },
): number | undefined {
  return appointmentsOfName(app.db, nameKey(wanted.clientName), wanted.start, MOST_LOOKED_AT).find(
    (one) =>
      one.startsAt === wanted.start &&
      one.durationMinutes === wanted.minutes &&
      one.employeeId === wanted.employee &&
      one.service.toLowerCase() === wanted.service.toLowerCase() &&
      // Booked anew after the client called it off.
      one.status !== "canceled",
  )?.id;
}

/** The number of the one contact of this name; of several nobody knows whose it is. */
function phoneOfNamesake(app: App, clientName: string): string | null {
  if (clientName === NO_NAME) return null;
  const [only, another] = contactsNamed(app, clientName, 2);
  return only && !another ? only.phone : null;
}
