import { lastConsents } from "#db/clients/consents.ts";
import { recordImportPart } from "#db/clients/contact-imports.ts";
import { contactsByPhone, insertContacts } from "#db/clients/contacts.ts";
import { assignTag, findTagNamed } from "#db/clients/tags.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { findOrCreateTag, getTagRow } from "#src/clients/tags/tags.ts";
import { record } from "#src/platform/audit/audit.ts";
import { requireDiskSpace } from "#src/platform/disk/disk.ts";
import { parseValidPhone } from "#src/platform/phone-numbers.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { pickDetails } from "#src/shared/contact-fields.ts";
import { cleanName } from "#src/shared/names.ts";
import type { CheckedNumber, Import, ImportResult, ImportRow } from "./contract.ts";
import { applyOptOuts, findOptOuts, recordConsentBasis } from "./import-consent.ts";
import { recordNames } from "./longest-names.ts";

type SkippedRow = ImportResult["skippedRows"][number];

/** Reads numbers as an import would, so that its preview shows what will be imported. */
export function checkNumbers(app: App, typed: readonly string[]): CheckedNumber[] {
  const { country } = getSettings(app);
  const phones = typed.map((number) => parseValidPhone(number, country));
  const existing = contactsByPhone(app.db, phones.filter(isReadable));
  return phones.map((phone) => ({
    phoneNumber: phone ?? null,
    existing: (phone && existing.get(phone)?.name) ?? null,
  }));
}

/**
 * Imports one batch of a file in one transaction. Idempotent: a number that is already a contact is
 * skipped and keeps its name. An opt-out in the file holds for existing contacts too; nothing in a
 * file opts anyone in. Contacts and the search index are read and written for the whole batch at once.
 * @throws Problem 404 when the tag does not exist, 507 while disk space is low
 */
export function importContacts(app: App, actor: Staff, batch: Import): ImportResult {
  requireDiskSpace(app.config);
  const { country } = getSettings(app);
  const phones = batch.contacts.map((row) => parseValidPhone(row.phoneNumber, country));
  if (batch.dryRun) return predictImport(app, batch, phones);
  return inTransaction(app.db, () => {
    const existing = contactsByPhone(app.db, phones.filter(isReadable));
    const { newRows, skippedRows } = partitionRows(batch.contacts, phones, existing);
    const newTags = findNewTags(app, batch, newRows);
    const optedOut = applyOptOuts(app, actor, batch.contacts, phones);
    const ids = insertRows(app, actor, newRows, batch.consentBasis);
    const tag = tagContacts(app, actor, batch, [
      ...ids,
      ...(batch.tagPresent ? [...existing.values()].map(({ id }) => id) : []),
    ]);
    tagRows(app, actor, newRows, ids);
    recordPart(app, actor, batch.importKey, ids);
    const imported = newRows.length;
    record(app, actor, {
      action: "contact.import",
      metadata: {
        imported,
        skipped: skippedRows.length,
        consentBasis: batch.consentBasis ?? null,
        ...(optedOut > 0 && { optedOut }),
        ...(tag !== undefined && { tag }),
      },
    });
    app.events.changed("contacts");
    return { imported, skipped: skippedRows.length, skippedRows, optedOut, ...newTags };
  });
}

/** What the batch would do. It sees the database as it is, so a number of an earlier batch counts as new. */
function predictImport(
  app: App,
  batch: Import,
  phones: readonly (string | undefined)[],
): ImportResult {
  const existing = contactsByPhone(app.db, phones.filter(isReadable));
  const { newRows, skippedRows } = partitionRows(batch.contacts, phones, existing);
  return {
    imported: newRows.length,
    skipped: skippedRows.length,
    skippedRows,
    optedOut: findOptOuts(app, batch.contacts, phones).length,
    ...findNewTags(app, batch, newRows),
  };
}

function findNewTags(
  app: App,
  { tag }: Import,
  newRows: readonly NewContactRow[],
): Pick<ImportResult, "newTags"> {
  const names = new Set([
    ...(tag && newRows.length > 0 ? [tag] : []),
    ...newRows.flatMap(({ row }) => row.tags ?? []),
  ]);
  const newTags = [...names].filter((name) => findTagNamed(app.db, name) === undefined);
  return newTags.length > 0 ? { newTags } : {};
}

function recordPart(
  app: App,
  actor: Staff,
  importKey: string = crypto.randomUUID(),
  ids: readonly number[],
): void {
  const [first] = ids;
  const last = ids.at(-1);
  if (first === undefined || last === undefined) return;
  recordImportPart(app.db, {
    importKey,
    userId: actor.id,
    firstContactId: first,
    lastContactId: last,
    createdAt: app.now(),
  });
}

interface NewContactRow {
  readonly row: ImportRow;
  readonly name: string;
  readonly phone: string;
}

function partitionRows(
  rows: readonly ImportRow[],
  phones: readonly (string | undefined)[],
  existing: ReadonlyMap<string, { name: string }>,
): { newRows: NewContactRow[]; skippedRows: SkippedRow[] } {
  const seen = new Set<string>();
  const newRows: NewContactRow[] = [];
  const skippedRows: SkippedRow[] = [];
  rows.forEach((row, index) => {
    const phone = phones[index];
    const holder = phone && existing.get(phone);
    if (phone === undefined) skippedRows.push({ index, ...INVALID });
    else if (seen.has(phone)) skippedRows.push({ index, ...DUPLICATE });
    else if (holder)
      skippedRows.push({
        index,
        reason: "already-a-contact",
        words: `${holder.name} already has this number`,
      });
    else {
      seen.add(phone);
      newRows.push({ row, name: fullName(row, phone), phone });
    }
  });
  return { newRows, skippedRows };
}

const INVALID = { reason: "invalid-phone", words: "Can't read this number" } as const;
const DUPLICATE = {
  reason: "twice-in-file",
  words: "This number appears twice in the file",
} as const;

/** A STOP outlives the contact that sent it, and the basis never replaces a number's own consent record. */
function insertRows(
  app: App,
  actor: Staff,
  newRows: readonly NewContactRow[],
  basis: string | undefined,
): number[] {
  const consents = lastConsents(
    app.db,
    newRows.map(({ phone }) => phone),
  );
  const ids = insertContacts(
    app.db,
    newRows.map(({ row, name, phone }) => {
      const last = consents.get(phone);
      const optedOut = last?.given === false;
      return {
        ...pickDetails(row),
        name,
        phone,
        userId: actor.id,
        optedOut,
        optedOutAt: optedOut ? last.createdAt : null,
        createdAt: app.now(),
      };
    }),
  );
  recordNames(
    app,
    newRows.map(({ name }) => name),
  );
  if (basis)
    for (const { phone } of newRows)
      if (!consents.has(phone)) recordConsentBasis(app, actor, phone, basis);
  return ids;
}

/** Adds the tag, if the import has one, and returns its id. */
function tagContacts(
  app: App,
  actor: Staff,
  { tagId, tag: name }: Pick<Import, "tagId" | "tag">,
  contactIds: readonly number[],
): number | undefined {
  if (tagId === undefined && !name) return undefined;
  const { id } =
    tagId === undefined ? findOrCreateTag(app, actor, name ?? "") : getTagRow(app, tagId);
  assignTag(app.db, id, contactIds);
  app.events.changed("tags");
  return id;
}

/** Adds the tags that the file names for each row, and creates those that are new. */
function tagRows(
  app: App,
  actor: Staff,
  newRows: readonly NewContactRow[],
  ids: readonly number[],
): void {
  const contactsByTag = new Map<string, number[]>();
  newRows.forEach(({ row }, index) => {
    const id = ids[index];
    for (const tag of row.tags ?? [])
      if (id !== undefined) contactsByTag.getOrInsertComputed(tag, () => []).push(id);
  });
  for (const [name, contactIds] of contactsByTag)
    tagContacts(app, actor, { tag: name }, contactIds);
}

function isReadable(phone: string | undefined): phone is string {
  return phone !== undefined;
}

function fullName(row: ImportRow, phone: string): string {
  return cleanName(`${row.firstName.trim()} ${row.lastName.trim()}`).slice(0, 120) || phone;
}
