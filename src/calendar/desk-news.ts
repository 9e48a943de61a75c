import type { AppointmentRow } from "#db/calendar/appointments.ts";
import { findContactByPhone } from "#db/clients/contacts.ts";
import type { App } from "#src/app.ts";
import { renderEmployees, toWhole } from "#src/calendar/appointments/whole-visit.ts";
import { listFitting } from "#src/calendar/waitlist/fits-preferences.ts";
import { notifyStaff } from "#src/platform/push/push.ts";
import { formatLongTime } from "#src/shared/long-date.ts";
import { dayOf } from "#src/shared/wall-time.ts";

const TITLES = {
  requested: "Appointment request: ",
  booked: "New booking: ",
  moved: "Moved: ",
  canceled: "Canceled: ",
};

/** Notifies staff of what a client did with a visit. May be called in the transaction that does it. */
export function notifyDesk(app: App, what: keyof typeof TITLES, visit: AppointmentRow): void {
  const { id, phone, employeeId, service, startsAt } = toWhole(app, visit);
  const name = renderEmployees(app, visit);
  const waiting = what === "canceled" ? listFitting(app, visit).length : 0;
  const body = `${service} with ${name} on ${formatLongTime(startsAt)}.`;
  notifyStaff(app, {
    kind: what === "requested" ? "request" : "booking",
    title: TITLES[what],
    client: {
      id: phone === null ? null : (findContactByPhone(app.db, phone)?.id ?? null),
      name: visit.clientName,
      phone,
    },
    body: waiting === 0 ? body : `${body} On the waitlist for it: ${waiting}.`,
    employeeId,
    path: `/appointments?date=${dayOf(startsAt)}`,
    tag: `appointment-${id}`,
  });
}
