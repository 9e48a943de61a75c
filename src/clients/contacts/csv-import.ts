import { parsePhoneNumberFromString } from "libphonenumber-js/mobile";
import { contactsByPhone } from "#db/clients/contacts.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { requireDiskSpace } from "#src/platform/disk/disk.ts";
import { parseValidPhone } from "#src/platform/phone-numbers.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { hasLostDigits } from "#src/shared/contact-csv/csv-columns.ts";
import type { CheckedNumber, Import, ImportResult } from "./import-contract.ts";
import { importRows } from "./import-rows.ts";

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
  const run = () => importRows(app, actor, { rows, phones }, batch);
  const { seen: _, ...result } = batch.dryRun ? run() : inTransaction(app.db, run);
  return result;
}

/**
 * Reads a cell with one number, or several such as "030 1234 / 0151 23456789" or Google's "+1 … ::: +1 …": the first
 * mobile number counts, otherwise the first number.
 */
export function parseImportedPhone(cell: string, country: string): string | undefined {
  if (hasLostDigits(cell)) return undefined;
  const whole = parseValidPhone(cell, country);
  if (whole) return whole;
  const parts = cell.split(SEPARATORS).toSorted((one, other) => rankOf(one) - rankOf(other));
  const phones = parts.flatMap((part) => parseValidPhone(part.replace(LABEL, ""), country) ?? []);
  return phones.find((phone) => parsePhoneNumberFromString(phone)?.isValid()) ?? phones[0];
}

const SEPARATORS = /:::|[;,/|\n]|\s(?:or|and|und|oder|et|ou|y|o)\s/i;
/** Such as "M:" or "(cell)". */
const LABEL = /^[\s\p{L}.]*:|\(?\s*\p{L}[\p{L}\s.]*\)?\s*$/gu;

/** In countries such as the US the number doesn't tell whether it's mobile, but its label may. */
function rankOf(part: string): number {
  if (/\b(?:m|c|mobile?|mob|cell|handy|portable|movil)\b/i.test(part)) return 0;
  return /\b(?:h|w|home|work|office|landline|privat|casa)\b/i.test(part) ? 2 : 1;
}
