import * as store from "#db/calendar/online-bookings.ts";
import type { App } from "#src/app.ts";
import { expireSoon } from "#src/billing/expire-checkouts.ts";
import { releaseUnbooked } from "#src/calendar/waitlist/gaps.ts";

/**
 * Removes the client from their online bookings, in the erasure's transaction. Deposits stay, without the name. A booking
 * whose deposit is unpaid is canceled and its checkout ended: a payment would book an appointment without a client, so it
 * is refunded.
 */
export function eraseBookingsOfClient(app: App, contactId: number): void {
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
