import { findEntry } from "#db/calendar/waitlist.ts";
import { findContactByPhone } from "#db/clients/contacts.ts";
import { writeWhenFree } from "#db/connection.ts";
import type { App, Caller } from "#src/app.ts";
import { requireServices } from "#src/calendar/visits.ts";
import { addEntry } from "#src/calendar/waitlist/add-entry.ts";
import { toWishes } from "#src/calendar/waitlist/to-entry.ts";
import { leaveWaitlist } from "#src/calendar/waitlist/waitlist.ts";
import { optedOutSince } from "#src/clients/consent.ts";
import { ensureContact } from "#src/clients/ensure-contact.ts";
import { findSigned, signedToken } from "#src/platform/secrets/signed-token.ts";
import { Problem } from "#src/shared/problem.ts";
import { limitBookings, requireVerifiedPhone, type Visit } from "./book.ts";
import { recordBookingConsent } from "./booking-consent.ts";
import type { NewWaiting, Waiting } from "./contract.ts";
import { getBookableService } from "./services.ts";

const HASH_NAME = "waitlist entry";

/**
 * Puts the visitor's verified phone on the waitlist and records their consent to the offers.
 * @throws Problem 400, 401 without a verified phone, 404, 409 for a number that opted out or waits too often, 429
 */
export function joinWaitlist(
  app: App,
  { name, ...preferences }: NewWaiting,
  visit: Visit,
): Promise<Waiting> {
  const phone = requireVerifiedPhone(app, visit);
  limitBookings(app, phone);
  const { caller } = visit;
  return writeWhenFree(app.db, () => {
    for (const id of requireServices(preferences)) getBookableService(app, id);
    if (optedOutSince(app, phone) !== undefined)
      throw new Problem(409, "You opted out of our texts. Text START to us first, or call us.");
    const isNewClient = findContactByPhone(app.db, phone) === null;
    const contactId = ensureContact(app, { name, phone, email: "" }, "booking");
    const id = addEntry(app, null, {
      contactId,
      clientName: name,
      source: "online",
      preferences,
      caller,
    });
    recordBookingConsent(app, {
      phone,
      purpose: "waitlist",
      marketing: false,
      isNewClient,
      ip: caller.ip,
    });
    const row = findEntry(app.db, id);
    if (!row) throw new Error("the entry was just inserted");
    return { ...toWishes(row), token: signedToken(app, HASH_NAME, row) };
  });
}

/** Takes the client off the list who has this entry's token. @throws Problem 404 for a closed entry or a forged token */
export function leaveOwnEntry(app: App, token: string, caller: Caller): Promise<void> {
  return writeWhenFree(app.db, () => {
    const entry = findSigned(app, HASH_NAME, token, (id) => findEntry(app.db, id));
    leaveWaitlist(app, entry?.id ?? 0, caller);
  });
}
