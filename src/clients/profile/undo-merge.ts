import { setAppointmentOnly } from "#db/clients/consents.ts";
import * as store from "#db/clients/contact-merges.ts";
import { deleteNumber, otherNumbersOf, saveNumber } from "#db/clients/contact-numbers.ts";
import { findContactByPhone } from "#db/clients/contacts.ts";
import { moveOptOutReviewBack } from "#db/clients/opt-out-reviews.ts";
import { inTransaction, writeWhenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { adoptNumber, getContact, getContactRow } from "#src/clients/contacts/contacts.ts";
import type { Contact } from "#src/clients/contacts/contract.ts";
import type { MergedContacts } from "#src/hook-shapes.ts";
import { record } from "#src/platform/audit/audit.ts";
import { requireNamesAndPhones } from "#src/platform/masking/masking.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { Problem } from "#src/shared/problem.ts";
import { completeMerge, keyOf, publishMerge, type StateBefore } from "./merge.ts";

const SLICE = 20;

/**
 * Separates the client who was merged into this one last, within a day. What came in since stays with this contact, and so
 * does what staff changed since.
 * @throws Problem 403, 404, 409 when one of their numbers is in use
 */
export function undoMerge(app: App, actor: Staff, id: number): Contact {
  requireNamesAndPhones(actor);
  return inTransaction(app.db, () => {
    getContactRow(app, id);
    const merge = store.findLastMerge(app.db, id, app.now() - DAY_MS);
    if (!merge)
      throw new Problem(404, "There's no merge to undo. You can undo a merge for one day.");
    const before = JSON.parse(merge.before) as StateBefore;
    const current = store.readStoredContact(app.db, id);
    requireFree(app, id, before);

    clearConcluded(app, id, before);
    separateNumbers(app, id, before);
    store.setStoredContact(app.db, id, withoutMerge(before, current));
    store.restoreContact(app.db, before.other, Number(current["owner"]));
    for (const number of before.numbers.other) saveNumber(app.db, merge.otherId, number);
    const contacts = { keptId: id, otherId: merge.otherId, phone: before.phones.merged };
    separateParts(app, contacts, before);
    // The chosen number, on which the merge concluded a refusal, may be a third client's by now.
    const holder = findContactByPhone(app.db, before.phones.merged)?.id ?? id;
    for (const one of [id, merge.otherId, holder])
      adoptNumber(app, one, getContactRow(app, one).phone);
    store.deleteMerge(app.db, merge.id);
    record(app, actor, {
      action: "contact.undo_merge",
      target: ["contact", id],
      metadata: { other: merge.otherId },
    });
    publishMerge(app);
    return getContact(app, id);
  });
}

/** Deletes what undoes merges of more than a day ago. */
export function completeMerges(app: App): Promise<void> {
  return writeWhenFree(app.db, () => {
    for (const merge of store.listMergesBefore(app.db, app.now() - DAY_MS, SLICE))
      completeMerge(app, merge);
  });
}

function requireFree(app: App, id: number, { phones, numbers }: StateBefore): void {
  const { phone } = getContactRow(app, id);
  const reaching = numbers.other.filter(({ until }) => until === null);
  const others = [phones.other, ...reaching.map((number) => number.phone)];
  if (phone !== phones.merged && others.includes(phone))
    throw new Problem(409, "This client's number belongs to the other client. Change it first.");
  for (const one of phone === phones.merged ? [...others, phones.kept] : others) {
    const owner = findContactByPhone(app.db, one);
    if (owner && owner.id !== id)
      throw new Problem(
        409,
        "You can't undo the merge, because one of the numbers now belongs to another client.",
      );
  }
}

/** Takes back what the merge concluded about consent, unless it was decided since. */
function clearConcluded(app: App, id: number, { phones, consent }: StateBefore): void {
  const { optOutId, isAppointmentOnly, review } = consent;
  if (optOutId !== null) store.deleteConcludedOptOut(app.db, optOutId);
  if (isAppointmentOnly) setAppointmentOnly(app.db, phones.merged, false);
  const replaced = phones.merged === phones.kept ? phones.other : phones.kept;
  const { phone } = getContactRow(app, id);
  // A question follows this contact to a number that staff gave it since, and the contact's own stays there.
  if (review && (phone === phones.merged || replaced === phones.other))
    moveOptOutReviewBack(app.db, review, replaced, phone);
}

function separateNumbers(app: App, id: number, { phones, numbers }: StateBefore): void {
  const { phone } = getContactRow(app, id);
  const present = phone === phones.merged ? phones.kept : phone;
  const untils = new Map(otherNumbersOf(app.db, id).map((number) => [number.phone, number.until]));
  const replaced = [...numbers.kept, ...numbers.other].map((number) => number.phone);
  for (const one of [...replaced, phones.other, phones.kept]) deleteNumber(app.db, id, one);
  // Numbers that staff replaced since stay former.
  const own = [
    ...numbers.kept.map((number) => ({
      ...number,
      until: number.until ?? untils.get(number.phone),
    })),
    { phone: phones.kept, until: untils.get(phones.kept) ?? app.now() },
  ];
  for (const one of own)
    if (one.phone !== present)
      saveNumber(app.db, id, { phone: one.phone, until: one.until ?? null });
}

/** The kept contact's columns as they were; those that changed since stay. */
function withoutMerge(
  { kept, merged }: StateBefore,
  current: store.StoredContact,
): store.StoredContact {
  const { id: _, ...columns } = kept;
  return Object.fromEntries(
    Object.entries(columns).map(([name, value]) => [
      name,
      current[name] === merged[name] ? value : (current[name] ?? null),
    ]),
  );
}

function separateParts(app: App, contacts: MergedContacts, { moved, parts }: StateBefore): void {
  const { keptId: from, otherId: to } = contacts;
  for (const part of app.hooks.clientParts) {
    for (const table of part.movedTables ?? [])
      store.moveRowsBack(app.db, table, { ids: moved[table] ?? [], from, to });
    part.undoMerge?.(app, contacts, parts[keyOf(part)] as never);
  }
}
