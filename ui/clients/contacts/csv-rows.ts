import type { ImportRow } from "#src/clients/contacts/contract.ts";
import type { Mapping } from "./csv-columns.ts";

/** One row of the file; `number` counts from the header, which is 1, as a spreadsheet does. */
export interface CsvRow {
  readonly number: number;
  readonly cells: readonly string[];
}

export interface CsvFile {
  readonly name: string;
  readonly headers: readonly string[];
  readonly rows: readonly CsvRow[];
}

/** Ready to be sent, and which row of the file it was. */
export interface ReadyRow extends ImportRow {
  readonly source: CsvRow;
}

export type CompleteMapping = { readonly [Column in keyof Mapping]: number };

export function isComplete(mapping: Mapping): mapping is CompleteMapping {
  return Object.values(mapping).every((column) => column !== undefined);
}

/** A row as it would be imported; its phone is "" when it has none and is left out. */
export function readRow(source: CsvRow, mapping: Mapping): ReadyRow {
  const cell = (column: number | undefined) =>
    column === undefined ? "" : (source.cells[column] ?? "").trim();
  const whole = mapping.firstName === mapping.lastName;
  return {
    source,
    firstName: cell(mapping.firstName).slice(0, NAME_AT_MOST),
    // One column that holds the whole name may be chosen for both.
    lastName: whole ? "" : cell(mapping.lastName).slice(0, NAME_AT_MOST),
    phoneNumber: savedPhone(cell(mapping.phoneNumber)),
  };
}

const NAME_AT_MOST = 200;
const PHONE_AT_MOST = 60;

/** Digits only, behind +1 unless there was a plus; "" when there is no digit at all. */
export function savedPhone(typed: string): string {
  const digits = typed.replace(/\D/g, "");
  if (digits === "") return "";
  // Eleven digits from 1 on have their country code and only lack the plus.
  const international = typed.trimStart().startsWith("+") || /^1\d{10}$/.test(digits);
  return `+${international ? "" : "1"}${digits}`.slice(0, PHONE_AT_MOST);
}
