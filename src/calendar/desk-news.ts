import type { AppointmentRow } from "#db/calendar/appointments.ts";
import { type BookingNewsRow, listBookingNews } from "#db/calendar/visit-history.ts";
import { findContactByPhone } from "#db/clients/contacts.ts";
import type { App, Staff } from "#src/app.ts";
import { renderEmployees, toWhole } from "#src/calendar/appointments/whole-visit.ts";
import { listFitting } from "#src/calendar/waitlist/fits-preferences.ts";
import type { Activity } from "#src/messaging/dashboard/contract.ts";
import { notifyStaff } from "#src/platform/push/push.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { formatLongTime } from "#src/shared/long-date.ts";
import { mayOpen, maySeeEmployee } from "#src/shared/permissions.ts";
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

/** Entries of other employees may come in between. */
const MAX_READ = 20;

const KINDS = {
  "booking.create": "booked",
  "booking.move": "moved",
  "booking.cancel": "canceled",
  "appointment.cancel": "canceled",
} as const;

/** Lists what clients did last with visits that the reader may see, newest first. */
export function readBookingNews(app: App, actor: Staff, limit: number): Activity["bookings"] {
  if (!mayOpen(actor, "/appointments")) return [];
  return listBookingNews(app.db, MAX_READ)
    .filter(({ employeeId }) => maySeeEmployee(actor, employeeId))
    .slice(0, limit)
    .map((row) => toNews(app, row));
}

function toNews(app: App, row: BookingNewsRow): Activity["bookings"][number] {
  const { entryId, action, phone, clientName, service, startsAt, at } = row;
  return {
    id: entryId,
    kind: KINDS[action],
    contactId: phone === null ? null : (findContactByPhone(app.db, phone)?.id ?? null),
    clientName,
    service,
    start: startsAt,
    at: toIso(at),
  };
}
