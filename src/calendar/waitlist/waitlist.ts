import * as store from "#db/calendar/waitlist.ts";
import * as offers from "#db/calendar/waitlist-offers.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Caller, Staff } from "#src/app.ts";
import { describeConflicts } from "#src/calendar/appointments/conflict-message.ts";
import { getAppointment } from "#src/calendar/appointments/get-appointment.ts";
import { parseStart } from "#src/calendar/appointments/parse-fields.ts";
import { getEmployee } from "#src/calendar/employees/employees.ts";
import { mayText } from "#src/calendar/reminders/texting.ts";
import type { VisitTerms } from "#src/calendar/visits.ts";
import { createContact, getContactRow } from "#src/clients/contacts/contacts.ts";
import { allowedAt, canSend } from "#src/messaging/outbox/outbox.ts";
import { record, recordSystem } from "#src/platform/audit/audit.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { MINUTE_MS } from "#src/shared/durations.ts";
import { maySeeEmployee } from "#src/shared/permissions.ts";
import { fieldProblem, Problem } from "#src/shared/problem.ts";
import { addEntry } from "./add-entry.ts";
import { isInTime } from "./answer-terms.ts";
import { closeOffer, textGone, withdrawOffer } from "./close-offer.ts";
import type { NewWaitlistEntry, WaitlistEntry } from "./contract.ts";
import { fitsPreferences, listFitting, termsReader } from "./fits-preferences.ts";
import { toEntries, toEntry } from "./to-entry.ts";

const MAX_CLOSED = 100;

/** Lists open entries in their order and the latest closed ones, without those for employees hidden from the actor. */
export function listWaitlist(app: App, actor: Staff): WaitlistEntry[] {
  const rows = [...store.listOpenEntries(app.db), ...store.listClosedEntries(app.db, MAX_CLOSED)];
  return toEntries(
    app,
    actor,
    rows.filter((row) => isVisible(actor, row)),
  );
}

/**
 * Lists who will be offered the time of an appointment that is canceled, in their order; no one while offers are off or
 * can't be texted, nor once there is no time left to reply. @throws Problem 404
 */
export function listFittingEntries(app: App, actor: Staff, appointmentId: number): WaitlistEntry[] {
  const appointment = getAppointment(app, actor, appointmentId);
  const { waitlistOffersEnabled, waitlistOfferMinutes } = getSettings(app);
  const mayReply = (row: store.WaitlistRow) =>
    mayText(app, row.phone) &&
    isInTime(
      app,
      row,
      appointment.startsAt,
      allowedAt(app, "offer", row.phone) + waitlistOfferMinutes * MINUTE_MS,
    );
  const rows = waitlistOffersEnabled && canSend(app) ? listFitting(app, appointment) : [];
  return toEntries(
    app,
    actor,
    rows.filter((row) => isVisible(actor, row) && mayReply(row)),
  );
}

/** Lists who waits for a time and for whose services the employee is free then. @throws Problem 404 */
export function listFittingAt(
  app: App,
  actor: Staff,
  { employeeId, start }: { readonly employeeId: number; readonly start: string },
): WaitlistEntry[] {
  const employee = getEmployee(app, employeeId);
  const startsAt = parseStart(app, start);
  const termsOf = termsReader(app, employeeId);
  const conflicts = new Map<VisitTerms, string>();
  const isFree = (terms: VisitTerms) =>
    conflicts.getOrInsertComputed(terms, () =>
      describeConflicts(app, employee, {
        ...terms,
        ...{ startsAt, employeeId, durationMinutes: terms.minutes },
      }),
    ) === "";
  const fits = (row: store.WaitlistRow) => {
    if (row.status !== "waiting" || !isVisible(actor, row)) return false;
    const terms = termsOf(row.serviceIds);
    if (!terms) return false;
    const { minutes } = terms;
    return fitsPreferences(row, { startsAt, employeeId, minutes }) && isFree(terms);
  };
  const entries = maySeeEmployee(actor, employeeId) ? store.listOpenEntries(app.db) : [];
  return toEntries(app, actor, entries.filter(fits));
}

/**
 * Adds a contact, or a new client, who becomes one.
 * @throws Problem 400, 403 for a new client if names or numbers are hidden from the actor, 404, 409 when the list is full or a
 * contact already has the number
 */
export function addToWaitlist(
  app: App,
  actor: Staff,
  { contactId: known, clientName: name, phoneNumber, ...preferences }: NewWaitlistEntry,
): WaitlistEntry {
  return inTransaction(app.db, () => {
    if (known === undefined && !name) throw fieldProblem(400, "clientName", "Choose a client");
    const contactId =
      known === undefined
        ? createContact(app, actor, { name: name ?? "", phoneNumber: phoneNumber ?? "" }).id
        : getContactRow(app, known).id;
    const { employeeId } = preferences;
    if (employeeId !== null && !maySeeEmployee(actor, employeeId))
      throw new Problem(404, "This employee no longer exists.");
    const id = addEntry(app, actor, { contactId, source: "staff", preferences });
    return toEntry(app, actor, getEntry(app, actor, id));
  });
}

/** Offers an entry's time to the next client now. @throws Problem 404, 409 without an open offer */
export function offerToNext(app: App, actor: Staff, id: number): WaitlistEntry {
  return endOffer(app, actor, id, { action: "waitlist.offer_next", passOn: true });
}

/** Ends an offer. No one else is offered the time. @throws Problem 404, 409 without an open offer */
export function stopOffer(app: App, actor: Staff, id: number): WaitlistEntry {
  return endOffer(app, actor, id, { action: "waitlist.stop_offer", passOn: false });
}

/** Takes a client off the list. @throws Problem 404, 409 when the entry is closed */
export function cancelEntry(app: App, actor: Staff, id: number): void {
  inTransaction(app.db, () => {
    if (!isOpen(getEntry(app, actor, id)))
      throw new Problem(409, "This client is no longer on the waitlist. Reload the page.");
    const offer = closeAsCanceled(app, id);
    if (offer) textGone(app, offer);
    record(app, actor, { action: "waitlist.cancel", target: ["waitlist", id] });
  });
}

/** Takes a client off the list who leaves it. @throws Problem 404 when they are no longer on it */
export function leaveWaitlist(app: App, id: number, caller: Caller): void {
  const entry = store.findEntry(app.db, id);
  if (!entry || !isOpen(entry)) throw new Problem(404, "You're no longer on our waitlist.");
  closeAsCanceled(app, id);
  recordSystem(app, { action: "waitlist.cancel", target: ["waitlist", id] }, caller);
}

/** Returns the offer that this ended. */
function closeAsCanceled(app: App, id: number): offers.OfferRow | undefined {
  const offer = offers.findOpenOffer(app.db, id);
  if (offer) closeOffer(app, offer, "withdrawn");
  store.closeEntry(app.db, id, { status: "canceled", at: app.now() });
  app.events.changed("waitlist", id);
  return offer;
}

function isOpen({ status }: store.WaitlistRow): boolean {
  return status === "waiting" || status === "offered";
}

/** Deletes what an erased client waited for, in the erasure's transaction. Their offer goes to the next client. */
export function eraseEntriesOfClient(app: App, contactId: number): void {
  for (const offer of offers.listOpenOffersTo(app.db, contactId))
    closeOffer(app, offer, "withdrawn");
  store.deleteEntriesOfContact(app.db, contactId);
  app.events.changed("waitlist");
}

/**
 * Takes off the list who waits for an employee who is about to be deleted, and ends the offers with them, in the caller's
 * transaction. Returns how many clients it took off.
 */
export function closeEntriesOfEmployee(app: App, employeeId: number): number {
  const open = offers.listOpenOffersOf(app.db, employeeId);
  for (const offer of open) closeOffer(app, offer, "withdrawn", false);
  const count = store.closeEntriesOfEmployee(app.db, employeeId, app.now());
  for (const offer of open) textGone(app, offer);
  app.events.changed("waitlist");
  return count;
}

function endOffer(
  app: App,
  actor: Staff,
  id: number,
  { action, passOn }: { action: string; passOn: boolean },
): WaitlistEntry {
  return inTransaction(app.db, () => {
    const offer = getOpenOffer(app, actor, id);
    withdrawOffer(app, offer, { passOn });
    record(app, actor, { action, target: ["waitlist", id] });
    return toEntry(app, actor, getEntry(app, actor, id));
  });
}

/** @throws Problem 404, 409 without an open offer */
export function getOpenOffer(app: App, actor: Staff, id: number): offers.OfferRow {
  getEntry(app, actor, id);
  const offer = offers.findOpenOffer(app.db, id);
  if (!offer || !maySeeEmployee(actor, offer.employeeId))
    throw new Problem(409, "This offer has already ended. Reload the page.");
  return offer;
}

/** @throws Problem 404, also for an employee hidden from the actor */
export function getEntry(app: App, actor: Staff, id: number): store.WaitlistRow {
  const row = store.findEntry(app.db, id);
  if (!row || !isVisible(actor, row))
    throw new Problem(404, "This client is no longer on the waitlist.");
  return row;
}

/** Entries for an employee hidden from the actor are, too. */
export function isVisible(actor: Staff, { employeeId }: store.WaitlistRow): boolean {
  return employeeId === null || maySeeEmployee(actor, employeeId);
}
