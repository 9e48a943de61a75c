import {
  findBookingOfAppointment,
  findOnlineBooking,
  type OnlineBookingRow,
} from "#db/calendar/online-bookings.ts";
import type { App } from "#src/app.ts";
import { findSigned, signedToken } from "#src/platform/secrets/signed-token.ts";
import { clientPagesUrl } from "#src/platform/settings/settings.ts";

const HASH_NAME = "booking link";

/** Returns the address at which a client reschedules or cancels. */
export function manageUrl(app: App, booking: OnlineBookingRow): string {
  return `${clientPagesUrl(app)}/book/${signedToken(app, HASH_NAME, booking)}`;
}

/** Returns the address of an appointment that was booked online; undefined for any other. */
export function findManageUrl(app: App, appointmentId: number): string | undefined {
  const booking = findBookingOfAppointment(app.db, appointmentId);
  return booking && manageUrl(app, booking);
}

/** Returns the booking of a link; undefined for a forged one. */
export function findByToken(app: App, token: string): OnlineBookingRow | undefined {
  return findSigned(app, HASH_NAME, token, (id) => findOnlineBooking(app.db, id));
}
