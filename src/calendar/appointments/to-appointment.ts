import type { AppointmentRow } from "#db/calendar/appointments.ts";
import { takenBetween } from "#db/calendar/appointments-list.ts";
import { findContactByPhone } from "#db/clients/contacts.ts";
import type { App } from "#src/app.ts";
import { employeesById } from "#src/calendar/employees/employees.ts";
import { settingsOf } from "#src/platform/settings/settings.ts";
import { addMinutes } from "#src/shared/wall-time.ts";
import { hoursOf, isOutside } from "#src/shared/working-hours.ts";
import type { Appointment } from "./contract.ts";
import { LONGEST_MINUTES } from "./contract.ts";

interface Flags {
  readonly contactId: number | null;
  readonly clash: boolean;
}

/** Reads what is beside it by itself: for one, not for a list. */
export function shownOne(app: App, row: AppointmentRow): Appointment {
  const contact = row.phone === null ? null : findContactByPhone(app.db, row.phone);
  return shownAll(app, [row], () => ({
    contactId: contact?.id ?? null,
    clash: row.status !== "canceled" && othersMeanwhile(app, row, row.id).length > 0,
  }))[0] as Appointment;
}

export function shownAll<Row extends AppointmentRow>(
  app: App,
  rows: readonly Row[],
  flags: (row: Row) => Flags,
): Appointment[] {
  const employees = employeesById(app);
  const business = settingsOf(app);
  return rows.map((row) => {
    const employee = employees.get(row.employeeId);
    return {
      id: row.id,
      employeeId: row.employeeId,
      clientName: row.clientName,
      phoneNumber: row.phone,
      appointmentDate: row.startsAt,
      durationMinutes: row.durationMinutes,
      service: row.service,
      status: row.status,
      thankYouSent: row.thankYou === "sent",
      thankYouSentAt:
        row.thankYou === "sent" && row.thankYouAt !== null
          ? new Date(row.thankYouAt).toISOString()
          : null,
      reminderSent: row.reminder === "sent",
      outsideHours:
        row.status !== "canceled" &&
        employee !== undefined &&
        isOutside(hoursOf(employee, business), row.startsAt, row.endsAt),
      createdAt: new Date(row.createdAt).toISOString(),
      ...flags(row),
    };
  });
}

/** What else the employee has then; `but` is the one that is being looked at. */
export function othersMeanwhile(
  app: App,
  { employeeId, startsAt, endsAt }: Pick<AppointmentRow, "employeeId" | "startsAt" | "endsAt">,
  but?: number,
) {
  return takenBetween(app.db, employeeId, {
    // Nothing that began earlier can still be under way.
    earliest: addMinutes(startsAt, -LONGEST_MINUTES),
    from: startsAt,
    until: endsAt,
  }).filter(({ id }) => id !== but);
}
