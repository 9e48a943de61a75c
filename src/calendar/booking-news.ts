import { type BookingNewsRow, listBookingNews } from "#db/calendar/booking-news.ts";
import { findContactByPhone } from "#db/clients/contacts.ts";
import type { App, Staff } from "#src/app.ts";
import type { Activity } from "#src/messaging/dashboard/contract.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { mayOpen, maySeeEmployee } from "#src/shared/permissions.ts";

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
