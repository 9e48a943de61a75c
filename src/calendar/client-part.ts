import {
  anonymizeAppointments,
  clearNumbers,
  listAppointmentsOfContact,
} from "#db/calendar/appointments-of-client.ts";
import * as store from "#db/calendar/online-bookings.ts";
import { listEntriesOfContact } from "#db/calendar/waitlist.ts";
import { listOffersOfEntry } from "#db/calendar/waitlist-offers.ts";
import type { App, ClientPart } from "#src/app.ts";
import { expireSoon } from "#src/billing/expire-checkouts.ts";
import { eraseConflictsOfClient } from "#src/calendar/deletion-conflicts/deletion-conflicts.ts";
import { releaseUnbooked } from "#src/calendar/waitlist/gaps.ts";
import { eraseEntriesOfClient } from "#src/calendar/waitlist/waitlist.ts";
import type { Client } from "#src/hook-shapes.ts";
import { toIso } from "#src/shared/iso-time.ts";
import { formatCents } from "#src/shared/money.ts";

export const calendarOfClient: ClientPart = {
  // Holds and gaps name no client: bookings, offers and appointments lead to them.
  tables: [
    "appointments",
    // Its texts are exported and erased with the others. Without the contact it only counts.
    "automatic_texts",
    "online_bookings",
    "waitlist",
    "waitlist_offers",
    "deletion_conflicts",
  ],
  movedTables: ["appointments", "automatic_texts", "online_bookings", "waitlist"],
  // Rows keep their number. What is texted goes to the contact's.
  changeNumber: publishCalendar,
  exportData: (app, { id }) => ({
    appointments: exportAppointments(app, id),
    onlineBookings: exportBookings(app, id),
    waitlist: exportWaitlist(app, id),
  }),
  erase: eraseCalendar,
  remove(app, id) {
    clearNumbers(app.db, id);
    store.clearBookingNumbers(app.db, id);
    publishCalendar(app);
  },
  merge: publishCalendar,
  undoMerge: publishCalendar,
};

function publishCalendar(app: App): void {
  app.events.changed("appointments");
  app.events.changed("waitlist");
}

function eraseCalendar(app: App, client: Client): void {
  eraseConflictsOfClient(app, client);
  eraseBookingsOfClient(app, client.id);
  eraseEntriesOfClient(app, client.id);
  anonymizeAppointments(app.db, client.id);
  app.events.changed("appointments");
}

function exportAppointments(app: App, contactId: number) {
  return listAppointmentsOfContact(app.db, contactId).map(
    ({ startsAt, durationMinutes, service, notes, status, clientName, createdAt }) => ({
      bookedAt: toIso(createdAt),
      at: startsAt,
      durationMinutes,
      name: clientName,
      service,
      notes,
      status,
    }),
  );
}

function exportBookings(app: App, contactId: number) {
  return store.listBookingsOfContact(app.db, contactId).map((booking) => ({
    bookedAt: toIso(booking.createdAt),
    at: booking.startsAt,
    name: booking.clientName,
    email: booking.email,
    deposit: booking.depositCents === null ? null : formatCents(booking.depositCents),
    depositPaidAt: toIso(booking.paidAt),
    depositRefundedAt: toIso(booking.refundedAt),
    agreedToOffers: booking.marketing,
  }));
}

function exportWaitlist(app: App, contactId: number) {
  return listEntriesOfContact(app.db, contactId).map((entry) => ({
    addedAt: toIso(entry.createdAt),
    service: entry.serviceName,
    from: entry.fromDay,
    to: entry.toDay,
    weekdays: entry.weekdays,
    timeFrom: entry.timeFrom,
    timeTo: entry.timeTo,
    status: entry.status,
    offers: listOffersOfEntry(app.db, entry.id).map((offer) => ({
      offeredAt: toIso(offer.createdAt),
      at: offer.startsAt,
      answer: offer.status,
    })),
  }));
}

/**
 * Removes the client from their online bookings, in the erasure's transaction. Deposits stay, without the name. A booking
 * whose deposit is unpaid is canceled and its checkout ended: a payment would book an appointment without a client, so it
 * is refunded.
 */
function eraseBookingsOfClient(app: App, contactId: number): void {
  const bookings = store.listBookingsOfContact(app.db, contactId);
  expireSoon(
    app,
    bookings.flatMap(({ paidAt, checkoutId }) => (paidAt === null ? (checkoutId ?? []) : [])),
  );
  for (const { id, appointmentId, holdId } of bookings) {
    if (appointmentId !== null) continue;
    if (holdId !== null) releaseUnbooked(app, holdId);
    store.setBookingCanceled(app.db, id, app.now());
  }
  store.anonymizeOnlineBookings(app.db, contactId);
}
