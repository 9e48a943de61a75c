import { findContactByPhone } from "#db/clients/contacts.ts";
import type { App } from "#src/app.ts";
import { ensureContact } from "#src/clients/ensure-contact.ts";
import { Problem } from "#src/shared/problem.ts";
import { addDays, type WallTime } from "#src/shared/wall-time.ts";
import { findSlots } from "./availability/availability.ts";
import { recordBookingConsent } from "./online-booking/booking-consent.ts";
import { mayText } from "./reminders/texting.ts";
import { minutesOf, performersOf, requireServices } from "./visits.ts";
import { addEntry } from "./waitlist/add-entry.ts";
import type { WaitlistPreferences } from "./waitlist/contract.ts";
import { fitsPreferences } from "./waitlist/fits-preferences.ts";

/** A longer search would take too long in a call. */
const SEARCHED_DAYS = 31;

/** Returns the free times that fit, in the first 31 days of the preferences. @throws Problem 404 for a deleted service */
export async function findFittingTimes(
  app: App,
  preferences: WaitlistPreferences,
): Promise<WallTime[]> {
  const { from } = preferences;
  const employeeId = preferences.employeeId ?? undefined;
  const visit = { serviceIds: requireServices(preferences) };
  const to = [preferences.to, addDays(from, SEARCHED_DAYS - 1)].toSorted()[0] ?? preferences.to;
  const performers = performersOf(app, visit, employeeId);
  const row = { ...preferences, fromDay: from, toDay: preferences.to };
  const slots = await findSlots(app, visit, { employeeId, from, to });
  const fitting = slots.filter((slot) =>
    fitsPreferences(row, {
      ...slot,
      minutes: (slot.parts ? minutesOf(slot.parts) : performers.get(slot.employeeId)?.minutes) ?? 0,
      ...(slot.parts && { employeeIds: slot.parts.map((part) => part.employeeId) }),
    }),
  );
  return [...new Set(fitting.map(({ startsAt }) => startsAt))];
}

/**
 * Puts a caller on the waitlist under the number they call from, in the caller's transaction.
 * @throws Problem, which does not tell an opted-out number from one that can't get texts
 */
export function addCaller(
  app: App,
  {
    phone,
    name,
    preferences,
  }: { phone: string | null; name: string; preferences: WaitlistPreferences },
): void {
  if (phone === null || !mayText(app, phone))
    throw new Problem(409, "This number can't get our texts. Take a message instead.");
  const isNewClient = findContactByPhone(app.db, phone) === null;
  const contactId = ensureContact(app, { name, phone, email: "" }, "call");
  addEntry(app, null, { contactId, source: "call", preferences });
  recordBookingConsent(app, { phone, purpose: "call", marketing: false, isNewClient, ip: null });
}
