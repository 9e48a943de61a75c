import { contactsByPhone } from "#db/clients/contacts.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { requireDiskSpace } from "#src/platform/disk/disk.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import type { CheckedNumber, Import, ImportResult } from "./import-contract.ts";
import { importRows, predictRows } from "./import-rows.ts";
import { parseImportedPhone } from "./imported-phone.ts";

/** Reads numbers as an import would, so that its preview shows what will be imported. */
export function checkNumbers(app: App, typed: readonly string[]): CheckedNumber[] {
  const { country } = getSettings(app);
  const phones = typed.map((number) => parseImportedPhone(number, country));
  const existing = contactsByPhone(
    app.db,
    phones.filter((phone) => phone !== undefined),
  );
  return phones.map((phone) => ({
    phoneNumber: phone ?? null,
    existing: (phone && existing.get(phone)?.name) ?? null,
  }));
}

/**
 * Imports one batch of a file in one transaction.
 * @throws Problem 404 when the tag does not exist, 507 while disk space is low
 */
export function importContacts(app: App, actor: Staff, batch: Import): ImportResult {
  requireDiskSpace(app.config);
  const { country } = getSettings(app);
  const rows = batch.contacts;
  const phones = rows.map((row) => parseImportedPhone(row.phoneNumber, country));
  const { seen: _, ...result } = batch.dryRun
    ? predictRows(app, { rows, phones }, batch)
    : inTransaction(app.db, () => importRows(app, actor, { rows, phones }, batch));
  return result;
}
