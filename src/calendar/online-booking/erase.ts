import { anonymizeOnlineBookings } from "#db/calendar/online-bookings.ts";
import type { App, ErasedClient } from "#src/app.ts";

/** Removes the client from their online bookings, in the erasure's transaction. Deposits stay, without the name. */
export function eraseBookingsOfClient(app: App, { phone }: ErasedClient): void {
  anonymizeOnlineBookings(app.db, phone);
}
