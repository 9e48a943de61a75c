import { timingSafeEqual } from "node:crypto";
import {
  findBookingOfAppointment,
  findOnlineBooking,
  type OnlineBookingRow,
} from "#db/calendar/online-bookings.ts";
import type { App } from "#src/app.ts";
import { clientPagesUrl } from "#src/platform/settings/settings.ts";

const HASH_NAME = "booking link";
/** 96 bits, so that the link stays short in a text. */
const SIGNATURE_BYTES = 12;

/** Returns the address at which a client reschedules or cancels. */
export function manageUrl(app: App, { id, createdAt }: OnlineBookingRow): string {
  const signature = sign(app.secrets.keyedHash(HASH_NAME, `${id}.${createdAt}`));
  return `${clientPagesUrl(app)}/book/${id}-${signature.toString("base64url")}`;
}

/** Returns the address of an appointment that was booked online; undefined for any other. */
export function findManageUrl(app: App, appointmentId: number): string | undefined {
  const booking = findBookingOfAppointment(app.db, appointmentId);
  return booking && manageUrl(app, booking);
}

/** Returns the booking of a link; undefined for a forged one. */
export function findByToken(app: App, token: string): OnlineBookingRow | undefined {
  const [, id = "0", signature = ""] = /^(\d{1,15})-([\w-]{16})$/.exec(token) ?? [];
  const booking = findOnlineBooking(app.db, Number(id));
  const received = Buffer.from(signature, "base64url");
  // Compared even without a booking, so that all wrong links take the same time.
  const isValid = app.secrets
    .keyedHashes(HASH_NAME, `${id}.${booking?.createdAt ?? 0}`)
    .some((one) => received.length === SIGNATURE_BYTES && timingSafeEqual(sign(one), received));
  return isValid ? booking : undefined;
}

function sign(hash: Uint8Array): Buffer {
  return Buffer.from(hash.subarray(0, SIGNATURE_BYTES));
}
