import { insertConsent, lastConsents } from "#db/clients/consents.ts";
import { contactsByPhone, insertContacts } from "#db/clients/contacts.ts";
import { putOn } from "#db/clients/tags.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { foundTag, tagNamed } from "#src/clients/tags/tags.ts";
import { record } from "#src/platform/audit/audit.ts";
import { requireRoom } from "#src/platform/disk/disk.ts";
import { readPhone } from "#src/platform/phone-numbers.ts";
import { settingsOf } from "#src/platform/settings/settings.ts";
import type { Import, ImportResult, ImportRow } from "./contract.ts";
import { noteNames } from "./longest-names.ts";

type Skipped = ImportResult["skippedRows"][number];

/**
 * One batch of a file, one transaction. Idempotent: a number that is here already is skipped and
 * its name kept, so a batch sent twice adds nothing. What it reads and what it writes for the search
 * goes for the whole batch at once. @throws Problem 507 while the disk is low
 */
export function importContacts(app: App, actor: Staff, batch: Import): ImportResult {
  requireRoom(app.config);
  const { country } = settingsOf(app);
  const phones = batch.contacts.map((row) => readPhone(row.phoneNumber, country));
  return inTransaction(app.db, () => {
    const there = contactsByPhone(app.db, phones.filter(isRead));
    const { fresh, skippedRows } = sorted(batch.contacts, phones, there);
    const ids = insertAll(app, actor, fresh, batch.consentBasis);
    const tag = tagAll(app, actor, batch, [
      ...ids,
      ...(batch.tagPresent ? [...there.values()].map(({ id }) => id) : []),
    ]);
    const imported = fresh.length;
    record(app, actor, {
      action: "contact.import",
      metadata: {
        imported,
        skipped: skippedRows.length,
        consentBasis: batch.consentBasis ?? null,
        ...(tag !== undefined && { tag }),
      },
    });
    app.events.changed("contacts");
    return { imported, skipped: skippedRows.length, skippedRows };
  });
}

interface Fresh {
  readonly name: string;
  readonly phone: string;
}

function sorted(
  rows: readonly ImportRow[],
  phones: readonly (string | undefined)[],
  there: ReadonlyMap<string, { name: string }>,
): { fresh: Fresh[]; skippedRows: Skipped[] } {
  const seen = new Set<string>();
  const fresh: Fresh[] = [];
  const skippedRows: Skipped[] = [];
  rows.forEach((row, index) => {
    const phone = phones[index];
    const holder = phone && there.get(phone);
    if (phone === undefined) skippedRows.push({ index, ...INVALID });
    else if (seen.has(phone)) skippedRows.push({ index, ...TWICE });
    else if (holder)
      skippedRows.push({
        index,
        reason: "already-a-contact",
        words: `${holder.name} already has this number`,
      });
    else {
      seen.add(phone);
      fresh.push({ name: nameOf(row, phone), phone });
    }
  });
  return { fresh, skippedRows };
}

const INVALID = { reason: "invalid-phone", words: "The phone number cannot be read" } as const;
const TWICE = { reason: "twice-in-file", words: "The number is twice in the file" } as const;

/** A STOP outlives the contact who said it, and a basis is never written over what a number said. */
function insertAll(
  app: App,
  actor: Staff,
  fresh: readonly Fresh[],
  basis: string | undefined,
): number[] {
  const said = lastConsents(
    app.db,
    fresh.map(({ phone }) => phone),
  );
  const ids = insertContacts(
    app.db,
    fresh.map(({ name, phone }) => {
      const last = said.get(phone);
      const optedOut = last?.given === false;
      return {
        name,
        phone,
        email: null,
        userId: actor.id,
        optedOut,
        optedOutAt: optedOut ? last.createdAt : null,
        createdAt: app.now(),
      };
    }),
  );
  noteNames(
    app,
    fresh.map(({ name }) => name),
  );
  if (basis)
    for (const { phone } of fresh) if (!said.has(phone)) keepBasis(app, actor, phone, basis);
  return ids;
}

function keepBasis(app: App, actor: Staff, phone: string, basis: string): void {
  insertConsent(app.db, {
    phone,
    category: "all",
    given: true,
    source: "import",
    wording: basis,
    actorId: actor.id,
    ipAddress: actor.caller.ip,
    createdAt: app.now(),
  });
}

/** The tag's id, when the file asks for one. */
function tagAll(
  app: App,
  actor: Staff,
  { tagId, tag: name }: Import,
  contactIds: readonly number[],
): number | undefined {
  if (tagId === undefined && !name) return undefined;
  const { id } = tagId === undefined ? tagNamed(app, actor, name ?? "") : foundTag(app, tagId);
  putOn(app.db, id, contactIds);
  app.events.changed("tags");
  return id;
}

function isRead(phone: string | undefined): phone is string {
  return phone !== undefined;
}

function nameOf(row: ImportRow, phone: string): string {
  return `${row.firstName.trim()} ${row.lastName.trim()}`.trim().slice(0, 120) || phone;
}
