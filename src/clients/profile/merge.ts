import { insertConsent, isAppointmentOnly, setAppointmentOnly } from "#db/clients/consents.ts";
import * as store from "#db/clients/contact-merges.ts";
import {
  type ContactNumber,
  deleteNumber,
  otherNumbersOf,
  saveNumber,
} from "#db/clients/contact-numbers.ts";
import {
  type ContactRow,
  changeContact,
  deleteContact,
  setOptedOut,
  setUndeliverable,
} from "#db/clients/contacts.ts";
import { recountSpans } from "#db/clients/marketing-basis.ts";
import { type MovedReview, moveOptOutReview } from "#db/clients/opt-out-reviews.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, ClientPart, Staff } from "#src/app.ts";
import { optedOutSince } from "#src/clients/consent.ts";
import { getContact, getContactRow, maskLongestName } from "#src/clients/contacts/contacts.ts";
import type { Contact } from "#src/clients/contacts/contract.ts";
import { recordNames } from "#src/clients/contacts/longest-names.ts";
import type { MergedContacts } from "#src/hook-shapes.ts";
import { record } from "#src/platform/audit/audit.ts";
import { requireNamesAndPhones } from "#src/platform/masking/masking.ts";
import { requirePhone } from "#src/platform/phone-numbers.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { CONTACT_DETAILS, pickDetails } from "#src/shared/contact-fields.ts";
import { fieldProblem } from "#src/shared/problem.ts";
import { MERGE_CHANGES, type Merge } from "./contract.ts";

/** What undoes a merge. */
export interface StateBefore {
  /** Both contacts, and the kept one after the merge. */
  readonly kept: store.StoredContact;
  readonly other: store.StoredContact;
  readonly merged: store.StoredContact;
  readonly phones: { readonly kept: string; readonly other: string; readonly merged: string };
  readonly numbers: {
    readonly kept: readonly ContactNumber[];
    readonly other: readonly ContactNumber[];
  };
  readonly moved: Readonly<Partial<Record<store.MovedTable, readonly number[]>>>;
  /** By the key of each domain's part. */
  readonly parts: Readonly<Record<string, unknown>>;
  readonly consent: ConcludedConsent;
}

interface ConcludedConsent {
  readonly optOutId: number | null;
  readonly isAppointmentOnly: boolean;
  readonly review: MovedReview | null;
}

/**
 * Makes the other contact part of this one, under its chosen number. The other number still reaches the client. Consent is
 * that of the chosen number, and a refusal from either counts.
 * @throws Problem 400, 403, 404
 */
export function mergeContacts(app: App, actor: Staff, id: number, input: Merge): Contact {
  requireNamesAndPhones(actor);
  return inTransaction(app.db, () => {
    const kept = getContactRow(app, id);
    const other = getContactRow(app, input.otherId);
    const phone = requireChoice(app, kept, other, input);
    const contacts = { keptId: kept.id, otherId: other.id, phone };
    const rows = {
      kept: store.readStoredContact(app.db, kept.id),
      other: store.readStoredContact(app.db, other.id),
    };
    const numbers = {
      kept: otherNumbersOf(app.db, kept.id),
      other: otherNumbersOf(app.db, other.id),
    };
    const { moved, parts } = mergeParts(app, contacts);
    deleteContact(app.db, other.id);
    saveMerged(app, { kept, other, phone, input });
    mergeNumbers(app, { kept, other, phone, numbers: [...numbers.kept, ...numbers.other] });
    const consent = concludeConsent(app, actor, { kept, other, phone });
    store.insertMerge(app.db, {
      contactId: kept.id,
      otherId: other.id,
      otherName: other.name,
      before: JSON.stringify({
        ...rows,
        merged: store.readStoredContact(app.db, kept.id),
        phones: { kept: kept.phone, other: other.phone, merged: phone },
        numbers,
        moved,
        parts,
        consent,
      } satisfies StateBefore),
      mergedAt: app.now(),
    });
    record(app, actor, {
      action: "contact.merge",
      target: ["contact", kept.id],
      metadata: { other: other.id },
    });
    publishMerge(app);
    return getContact(app, kept.id);
  });
}

/** Deletes what undoes merges of more than a day ago. */
export function completeMerge(
  app: App,
  { id, contactId, otherId, otherName }: store.MergeRow,
): void {
  for (const part of app.hooks.clientParts) part.completeMerge?.(app, otherId);
  if (getContactRow(app, contactId).name !== otherName) maskLongestName(app, otherName);
  store.deleteMerge(app.db, id);
}

export function publishMerge(app: App): void {
  for (const resource of MERGE_CHANGES) app.events.changed(resource);
}

/** The key under which a merge stores what a domain's part needs to undo it. */
export function keyOf({ tables }: ClientPart): string {
  return tables[0] ?? "";
}

/** Returns the number to keep. */
function requireChoice(
  app: App,
  kept: ContactRow,
  other: ContactRow,
  { phoneNumber }: Merge,
): string {
  if (kept.id === other.id) throw fieldProblem(400, "otherId", "Choose another client.");
  const phone = requirePhone(phoneNumber, getSettings(app).country);
  if (phone !== kept.phone && phone !== other.phone)
    throw fieldProblem(400, "phoneNumber", "Choose the number of one of the two clients.");
  return phone;
}

function mergeParts(app: App, contacts: MergedContacts): Pick<StateBefore, "moved" | "parts"> {
  const { keptId, otherId } = contacts;
  const moved: Partial<Record<store.MovedTable, number[]>> = {};
  const parts: Record<string, unknown> = {};
  for (const part of app.hooks.clientParts) {
    for (const table of part.movedTables ?? [])
      moved[table] = store.moveRows(app.db, table, otherId, keptId);
    parts[keyOf(part)] = part.merge?.(app, contacts);
  }
  return { moved, parts };
}

interface MergeOf {
  readonly kept: ContactRow;
  readonly other: ContactRow;
  readonly phone: string;
}

function saveMerged(
  app: App,
  { kept, other, phone, input }: MergeOf & { readonly input: Merge },
): void {
  const details = Object.fromEntries(
    CONTACT_DETAILS.map((detail) => [detail, kept[detail] || other[detail]]),
  );
  changeContact(app.db, kept.id, {
    ...pickDetails({ ...details, ...(input.email !== undefined && { email: input.email }) }),
    name: input.name,
    phone,
  });
  recordNames(app, [input.name]);
  const askedUntil = Math.max(kept.askedUntil ?? 0, other.askedUntil ?? 0);
  store.setStoredContact(app.db, kept.id, { asked_until: askedUntil || null });
  recountSpans(app.db, kept.id);
}

function mergeNumbers(
  app: App,
  { kept, other, phone, numbers }: MergeOf & { readonly numbers: readonly ContactNumber[] },
): void {
  for (const number of numbers) if (number.until !== null) saveNumber(app.db, kept.id, number);
  for (const number of numbers) if (number.until === null) saveNumber(app.db, kept.id, number);
  const replaced = phone === kept.phone ? other.phone : kept.phone;
  saveNumber(app.db, kept.id, { phone: replaced, until: null });
  deleteNumber(app.db, kept.id, phone);
}

/** Agreement to offers is read from the chosen number's own record, so the other's is not taken over. */
function concludeConsent(
  app: App,
  actor: Staff,
  { kept, other, phone }: MergeOf,
): ConcludedConsent {
  const [chosen, replaced] = phone === kept.phone ? [kept, other] : [other, kept];
  setUndeliverable(app.db, phone, chosen.undeliverable);
  const refusesOffers = replaced.agreed === 0 && !isAppointmentOnly(app.db, phone);
  if (refusesOffers) setAppointmentOnly(app.db, phone, true);
  const isConcluded = replaced.optedOut && !chosen.optedOut;
  const optOutId = isConcluded
    ? insertConsent(app.db, {
        phone,
        category: "all",
        given: false,
        source: "staff",
        wording: `${actor.username} merged this client with one who had opted out`,
        actorId: actor.id,
        ipAddress: actor.caller.ip,
        createdAt: app.now(),
      })
    : null;
  const since = optedOutSince(app, phone);
  setOptedOut(app.db, phone, since !== undefined, since ?? 0);
  return {
    optOutId,
    isAppointmentOnly: refusesOffers,
    review: moveOptOutReview(app.db, replaced.phone, phone),
  };
}
