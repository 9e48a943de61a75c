import { inTransaction } from "#db/connection.ts";
import { insertConsent, lastConsent } from "#db/consents.ts";
import { findContactByPhone } from "#db/contacts.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/audit/audit.ts";
import { requireRoom } from "#src/disk/disk.ts";
import { readPhone } from "#src/phone-numbers/phone-numbers.ts";
import { settingsOf } from "#src/settings/settings.ts";
import { addContact } from "./contacts.ts";
import type { Import, ImportResult, ImportRow } from "./contract.ts";

type Skipped = ImportResult["skippedRows"][number];

/**
 * One batch of a file, one transaction. Idempotent: a number that is here already is skipped and
 * its name kept, so a batch sent twice adds nothing. @throws Problem 507
 */
export function importContacts(
  app: App,
  actor: Staff,
  { contacts, consentBasis }: Import,
): ImportResult {
  requireRoom(app.config);
  const { country } = settingsOf(app);
  return inTransaction(app.db, () => {
    const seen = new Set<string>();
    const skippedRows: Skipped[] = [];
    contacts.forEach((row, index) => {
      const phone = readPhone(row.phoneNumber, country);
      const reason = refusal(app, phone, seen);
      if (phone === undefined || reason) {
        skippedRows.push({ index, ...(reason ?? INVALID) });
        return;
      }
      seen.add(phone);
      addContact(app, { name: nameOf(row, phone), phone, email: null, userId: actor.id });
      if (consentBasis) keepBasis(app, actor, phone, consentBasis);
    });
    const imported = contacts.length - skippedRows.length;
    record(app, actor, {
      action: "contact.import",
      metadata: { imported, skipped: skippedRows.length, consentBasis: consentBasis ?? null },
    });
    return { imported, skipped: skippedRows.length, skippedRows };
  });
}

const INVALID = { reason: "invalid-phone", words: "The phone number cannot be read" } as const;

function refusal(app: App, phone: string | undefined, seen: ReadonlySet<string>) {
  if (phone === undefined) return INVALID;
  if (seen.has(phone))
    return { reason: "twice-in-file", words: "The number is twice in the file" } as const;
  const there = findContactByPhone(app.db, phone);
  return (
    there &&
    ({ reason: "already-a-contact", words: `${there.name} already has this number` } as const)
  );
}

/** A basis is written only for numbers that never said anything: it must not stand after a STOP. */
function keepBasis(app: App, actor: Staff, phone: string, basis: string): void {
  if (lastConsent(app.db, phone)) return;
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

function nameOf(row: ImportRow, phone: string): string {
  return `${row.firstName.trim()} ${row.lastName.trim()}`.trim().slice(0, 120) || phone;
}
