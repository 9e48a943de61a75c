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
import { admin, defineModule, staff, visitor } from "#src/platform/http/routes.ts";
import { findSigned, signedToken } from "#src/platform/secrets/signed-token.ts";
import { Problem } from "#src/shared/problem.ts";
import {
  bookOnline,
  limitBookings,
  requireVerifiedPhone,
  sendBookingCode,
  type Visit,
  verifyBookingCode,
} from "./book.ts";
import { recordBookingConsent } from "./booking-consent.ts";
import { booking, type NewWaiting, type Waiting } from "./contract.ts";
import { refundKeptDeposit, textDepositLink } from "./deposit-requests.ts";
import {
  cancelBooking,
  getCalendarFile,
  getManaged,
  listNewTimes,
  payDeposit,
  rescheduleBooking,
} from "./manage.ts";
import {
  getBookableService,
  getBookingPage,
  getBookingTerms,
  listBookableServices,
  listBookableSlots,
} from "./services.ts";

export const bookingModule = defineModule(booking, {
  services: visitor(({ app }) => listBookableServices(app)),
  terms: visitor(({ app }) => getBookingTerms(app)),
  availability: visitor(({ app, query }) => listBookableSlots(app, query)),
  sendCode: visitor(({ app, body, caller }) => sendBookingCode(app, body.phoneNumber, caller)),
  verifyCode: visitor(({ app, body, caller, answer }) =>
    verifyBookingCode(app, body, { caller, answer }),
  ),
  book: visitor(({ app, body, caller, proof }) => bookOnline(app, body, { caller, proof })),
  wait: visitor(({ app, body, caller, proof }) => joinWaitlist(app, body, { caller, proof })),
  leave: visitor(({ app, params, caller }) => leaveOwnEntry(app, params.token, caller)),
  one: visitor(({ app, params }) => getManaged(app, params.token)),
  newTimes: visitor(({ app, params, query }) => listNewTimes(app, params.token, query)),
  cancel: visitor(({ app, params, caller }) => cancelBooking(app, params.token, caller)),
  reschedule: visitor(({ app, params, body, caller }) =>
    rescheduleBooking(app, params.token, body.start, caller),
  ),
  pay: visitor(({ app, params }) => payDeposit(app, params.token)),
  textDepositLink: staff("/appointments", ({ app, actor, id }) => textDepositLink(app, actor, id)),
  refundDeposit: admin(({ app, actor, id }) => refundKeptDeposit(app, actor, id)),
  page: admin(({ app }) => getBookingPage(app)),
  calendarFile: visitor(({ app, params }) => getCalendarFile(app, params.token)),
});

const HASH_NAME = "waitlist entry";

/**
 * Puts the visitor's verified phone on the waitlist and records their consent to the offers.
 * @throws Problem 400, 401 without a verified phone, 404, 409 for a number that opted out or waits too often, 429
 */
function joinWaitlist(
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
function leaveOwnEntry(app: App, token: string, caller: Caller): Promise<void> {
  return writeWhenFree(app.db, () => {
    const entry = findSigned(app, HASH_NAME, token, (id) => findEntry(app.db, id));
    leaveWaitlist(app, entry?.id ?? 0, caller);
  });
}
