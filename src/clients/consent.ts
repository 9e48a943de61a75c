import {
  agreedToOffers,
  type Consent,
  type ConsentSource,
  insertConsent,
  lastConsent,
  setAppointmentOnly,
} from "#db/clients/consents.ts";
import { findNumberMark } from "#db/clients/contact-numbers.ts";
import { findContactByPhone, setOptedOut } from "#db/clients/contacts.ts";
import { closeOptOutReview } from "#db/clients/opt-out-reviews.ts";
import { deleteSignUp } from "#db/clients/text-sign-ups.ts";
import type { App, Staff } from "#src/app.ts";
import { fieldProblem } from "#src/shared/problem.ts";

export interface ConsentStatement {
  /** E.164. */
  readonly phone: string;
  readonly source: ConsentSource;
  /** The exact words that the client said, wrote or agreed to. */
  readonly wording: string;
  readonly actorId?: string | undefined;
  readonly ipAddress?: string | null | undefined;
}

/**
 * Records that the client refuses texts, in the caller's transaction. Consent is stored by number, so it outlives the
 * contact; a refusal from another number of a merged client also counts for the one that is texted. An unconfirmed
 * sign-up and an open offer from the waitlist end with it.
 */
export function revokeConsent(app: App, statement: ConsentStatement): void {
  for (const phone of numbersOfClient(app, statement.phone)) {
    recordConsent(app, { ...statement, phone }, false, "all");
    setOptedOut(app.db, phone, true, app.now());
    deleteSignUp(app.db, phone);
  }
  app.hooks.answerOffer(app, statement.phone, "stop");
}

export function grantConsent(app: App, statement: ConsentStatement): void {
  recordConsent(app, statement, true, "all");
  setAppointmentOnly(app.db, statement.phone, false);
  setOptedOut(app.db, statement.phone, false, app.now());
}

/**
 * Records consent to each of these categories with its own wording. Without marketing, campaigns skip the number, unless
 * its client agreed to offers before: an unchecked box does not revoke consent.
 */
export function grantCategories(
  app: App,
  statement: Omit<ConsentStatement, "wording">,
  wordings: Readonly<Partial<Record<"marketing" | "reminder", string>>>,
): void {
  const agreedBefore = agreedToOffers(app.db, statement.phone);
  for (const category of ["reminder", "marketing"] as const) {
    const wording = wordings[category];
    if (wording !== undefined) recordConsent(app, { ...statement, wording }, true, category);
  }
  if (wordings.marketing !== undefined || !agreedBefore)
    setAppointmentOnly(app.db, statement.phone, wordings.marketing === undefined);
  setOptedOut(app.db, statement.phone, false, app.now());
}

/**
 * Records that the client refuses offers and agreed to texts about appointments, also for the number that is texted. A
 * number that opted out is left as it is.
 */
export function limitToAppointments(app: App, statement: ConsentStatement): void {
  for (const phone of numbersOfClient(app, statement.phone)) {
    if (optedOutSince(app, phone) !== undefined) continue;
    recordConsent(app, { ...statement, phone }, false, "marketing");
    // Last, because the latest record decides whether the number gets any texts.
    recordConsent(app, { ...statement, phone }, true, "reminder");
    setAppointmentOnly(app.db, phone, true);
  }
}

/** This number, and the one that its client is texted at, which differs for the other number of a merged client. */
export function numbersOfClient({ db }: App, phone: string): string[] {
  return [...new Set([phone, findContactByPhone(db, phone)?.phone ?? phone])];
}

/** Records that the client agreed to offers, in the words of staff. @throws Problem 409 when the number has opted out */
export function grantOffers(app: App, actor: Staff, phone: string, note: string): void {
  if (optedOutSince(app, phone) !== undefined)
    throw fieldProblem(409, "agreement", "This number opted out. Opt the client in first.");
  const source = { source: "staff", actorId: actor.id, ipAddress: actor.caller.ip } as const;
  recordConsent(app, { phone, wording: note, ...source }, true, "marketing");
  setAppointmentOnly(app.db, phone, false);
}

/** When the number opted out, in epoch milliseconds; undefined when it has not. A new contact starts with this state. */
export function optedOutSince(app: App, phone: string): number | undefined {
  const last = lastConsent(app.db, phone);
  return last && !last.given ? last.createdAt : undefined;
}

/** Why staff can't text a number, as a sentence; null when they can. */
export function textingBarrier(app: App, phone: string): string | null {
  if (optedOutSince(app, phone) !== undefined) return "This client opted out of texts.";
  return isUndeliverable(app, phone) ? "This client's number can't receive texts." : null;
}

/** Works for any number, including numbers of no contact. */
export function isUndeliverable({ db }: App, phone: string): boolean {
  return findNumberMark(db, phone)?.clearedAt === null;
}

function recordConsent(
  app: App,
  statement: ConsentStatement,
  given: boolean,
  category: Consent["category"],
): void {
  insertConsent(app.db, {
    phone: statement.phone,
    category,
    given,
    source: statement.source,
    wording: statement.wording,
    actorId: statement.actorId ?? null,
    ipAddress: statement.ipAddress ?? null,
    createdAt: app.now(),
  });
  // Reminders that come with a booking don't answer whether the client still wants offers.
  if (category === "all" || (given && category === "marketing"))
    for (const phone of numbersOfClient(app, statement.phone)) closeOptOutReview(app.db, phone);
  app.events.changed("contacts");
  app.events.changed("conversations");
}
