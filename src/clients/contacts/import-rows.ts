import { lastConsents } from "#db/clients/consents.ts";
import { recordImportPart } from "#db/clients/contact-imports.ts";
import { contactsByPhone, insertContacts } from "#db/clients/contacts.ts";
import { assignTag, findTagNamed } from "#db/clients/tags.ts";
import type { App, Staff } from "#src/app.ts";
import { findOrCreateTag, getTagRow } from "#src/clients/tags/tags.ts";
import { record } from "#src/platform/audit/audit.ts";
import { numberProblem } from "#src/shared/contact-csv/csv-columns.ts";
import { pickDetails } from "#src/shared/contact-fields.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { cleanName } from "#src/shared/names.ts";
import { applyTextingChanges, findTextingChanges, recordConsentBasis } from "./import-consent.ts";
import type { Import, ImportResult, ImportRow } from "./import-contract.ts";
import { recordNames } from "./longest-names.ts";

type SkippedRow = ImportResult["skippedRows"][number];

type ImportOptions = Pick<
  Import,
  "consentBasis" | "tagId" | "tag" | "tagPresent" | "importKey" | "dryRun"
>;

/** Rows with the numbers that were read from them, in the same order. */
export interface RowsToImport {
  readonly rows: readonly ImportRow[];
  readonly phones: readonly (string | undefined)[];
}

/** What the slices of an import know of each other. */
export interface ImportMemory {
  /** Whether an earlier row of the import created this number. */
  readonly hasSeen: (phone: string) => boolean;
  /** Whether an earlier attempt at the same import created this contact. */
  readonly isOwn: (contactId: number) => boolean;
}

const NO_MEMORY: ImportMemory = { hasSeen: () => false, isOwn: () => false };

/** `seen`: the numbers that these rows created, for the memory once the transaction is committed. */
type RowsResult = ImportResult & { readonly seen: ReadonlySet<string> };

/**
 * Imports rows; must run in a transaction, but for a dry run, which changes nothing. Idempotent: a number that is already a contact is skipped and
 * keeps its name. An opt-out in the file holds for existing contacts too; nothing in a file opts anyone in.
 * Contacts and the search index are read and written for all rows at once.
 */
export function importRows(
  app: App,
  actor: Staff,
  { rows, phones }: RowsToImport,
  options: ImportOptions,
  memory = NO_MEMORY,
): RowsResult {
  const existing = contactsByPhone(
    app.db,
    phones.filter((phone) => phone !== undefined),
  );
  const { newRows, skippedRows, seen } = partitionRows(rows, phones, existing, memory);
  const newTags = findNewTags(app, options, newRows);
  const { optOuts, appointmentsOnly } = findTextingChanges(app, rows, phones);
  const result = {
    imported: seen.size,
    skipped: skippedRows.length,
    skippedRows,
    optedOut: optOuts.length,
    appointmentsOnly: appointmentsOnly.length,
    ...newTags,
    seen,
  };
  if (options.dryRun) return result;
  applyTextingChanges(app, actor, { optOuts, appointmentsOnly });
  const ids = insertRows(app, actor, newRows, options.consentBasis);
  const tag = tagContacts(app, actor, options, [
    ...ids,
    ...(options.tagPresent ? [...existing.values()].map(({ id }) => id) : []),
  ]);
  tagRows(app, actor, newRows, ids);
  recordPart(app, actor, options.importKey, ids);
  record(app, actor, {
    action: "contact.import",
    metadata: {
      imported: newRows.length,
      skipped: skippedRows.length,
      consentBasis: options.consentBasis ?? null,
      ...(optOuts.length > 0 && { optedOut: optOuts.length }),
      ...(appointmentsOnly.length > 0 && { appointmentsOnly: appointmentsOnly.length }),
      ...(tag !== undefined && { tag }),
    },
  });
  app.events.changed("contacts");
  return result;
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
  existing: ReadonlyMap<string, { id: number; name: string }>,
  memory: ImportMemory,
): { newRows: NewContactRow[]; skippedRows: SkippedRow[]; seen: Set<string> } {
  const seen = new Set<string>();
  const newRows: NewContactRow[] = [];
  const skippedRows: SkippedRow[] = [];
  rows.forEach((row, index) => {
    const phone = phones[index];
    const holder = phone && existing.get(phone);
    if (phone === undefined)
      skippedRows.push({ index, reason: "invalid-phone", message: numberProblem(row.phoneNumber) });
    else if (seen.has(phone) || memory.hasSeen(phone)) skippedRows.push({ index, ...DUPLICATE });
    else if (holder && memory.isOwn(holder.id)) seen.add(phone);
    else if (holder)
      skippedRows.push({
        index,
        reason: "already-a-contact",
        message: `${formatPhone(holder.name)} already has this number`,
      });
    else {
      seen.add(phone);
      newRows.push({ row, name: fullName(row, phone), phone });
    }
  });
  return { newRows, skippedRows, seen };
}

const DUPLICATE = {
  reason: "twice-in-file",
  message: "This number appears twice in the file",
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
  // Before the contacts, which are then inserted with their agreement: updating each would take a fifth of the time.
  const silent = newRows.map(({ phone }) => phone).filter((phone) => !consents.has(phone));
  if (basis) recordConsentBasis(app, actor, silent, basis);
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
  return ids;
}

function fullName(row: ImportRow, phone: string): string {
  return cleanName(`${row.firstName.trim()} ${row.lastName.trim()}`).slice(0, 120) || phone;
}

interface TaggedRow {
  readonly row: { readonly tags?: readonly string[] | undefined };
}

/** The tags that these rows would create. */
function findNewTags(
  app: App,
  { tag }: Pick<Import, "tag">,
  newRows: readonly TaggedRow[],
): Pick<ImportResult, "newTags"> {
  const names = new Set([
    ...(tag && newRows.length > 0 ? [tag] : []),
    ...newRows.flatMap(({ row }) => row.tags ?? []),
  ]);
  const newTags = [...names].filter((name) => findTagNamed(app.db, name) === undefined);
  return newTags.length > 0 ? { newTags } : {};
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
  newRows: readonly TaggedRow[],
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
