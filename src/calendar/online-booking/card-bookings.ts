import { hasMissedVisit, hasPastVisit } from "#db/calendar/appointments-of-client.ts";
import * as store from "#db/calendar/online-bookings.ts";
import type { ServiceRow } from "#db/calendar/services.ts";
import { findContactByPhone } from "#db/clients/contacts.ts";
import type { App } from "#src/app.ts";
import { findCard, findCardUrl, requestCardToBook } from "#src/billing/cards/cards.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { toWallTime } from "#src/platform/time.ts";
import { parseCents } from "#src/shared/money.ts";
import { HOLD_MS } from "./deposits.ts";
import { depositCentsOf } from "./services.ts";

interface Wish {
  readonly phone: string;
  readonly services: readonly ServiceRow[];
  readonly priceCents: number;
}

/**
 * Whether the owner's rule wants a card before this client's visit is booked. A deposit makes it unnecessary, and so does a
 * card on file.
 */
export function needsCard(app: App, { phone, services, priceCents }: Wish): boolean {
  const { stripeSecretKey, bookingCardRule, bookingCardAmount } = getSettings(app);
  const contactId = findContactByPhone(app.db, phone)?.id;
  if (stripeSecretKey === "" || contactId === undefined) return false;
  if (depositCentsOf(app, services) !== null || findCard(app, contactId)) return false;
  switch (bookingCardRule) {
    case "new-clients":
      return !hasPastVisit(app.db, contactId, toWallTime(app, app.now()));
    case "over-amount":
      return priceCents >= (parseCents(bookingCardAmount) ?? Number.POSITIVE_INFINITY);
    case "no-show":
      return hasMissedVisit(app.db, contactId);
    case "always":
      return true;
    default:
      return false;
  }
}

/** Asks for the card of a booking whose time was just held. */
export function askForCard<Booking extends store.OnlineBookingRow>(
  app: App,
  booking: Booking,
): Booking {
  const { contactId } = booking;
  if (contactId === null) throw new Error("a client who books exists as a contact");
  const cardRequestId = requestCardToBook(app, contactId, app.now() + HOLD_MS);
  store.setCardRequest(app.db, booking.id, cardRequestId);
  return { ...booking, cardRequestId };
}

/** Where the client adds the card that the time waits for; null where it waits for none. */
export function findBookingCardUrl(
  app: App,
  { cardRequestId, appointmentId }: store.OnlineBookingRow,
): string | null {
  if (cardRequestId === null || appointmentId !== null) return null;
  return findCardUrl(app, cardRequestId) ?? null;
}
