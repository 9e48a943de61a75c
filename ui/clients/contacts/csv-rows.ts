import type { ImportRow } from "#src/clients/contacts/contract.ts";
import type { Mapping } from "./csv-columns.ts";

/** A row of the file. `number` counts from the header, which is 1, as in a spreadsheet. */
export interface CsvRow {
  readonly number: number;
  readonly cells: readonly string[];
}

export interface CsvFile {
  readonly name: string;
  readonly headers: readonly string[];
  readonly rows: readonly CsvRow[];
}

/** A valid row and its number in the file. */
export interface ReadyRow extends ImportRow {
  readonly source: CsvRow;
}

export type CompleteMapping = { readonly [Column in keyof Mapping]: number };

export function isComplete(mapping: Mapping): mapping is CompleteMapping {
  return Object.values(mapping).every((column) => column !== undefined);
}

/** A row as it would be imported; its phone is "" if it has none and is skipped. */
export function readRow(source: CsvRow, mapping: Mapping): ReadyRow {
  const cell = (column: number | undefined) =>
    column === undefined ? "" : (source.cells[column] ?? "").trim();
  const whole = mapping.firstName === mapping.lastName;
  return {
    source,
    firstName: cell(mapping.firstName).slice(0, NAME_AT_MOST),
    // First and last name may use the same column.
    lastName: whole ? "" : cell(mapping.lastName).slice(0, NAME_AT_MOST),
    phoneNumber: savedPhone(cell(mapping.phoneNumber)),
  };
}

const NAME_AT_MOST = 200;
const PHONE_AT_MOST = 60;

/** Digits with a leading +1 unless there was a plus; "" without digits. */
export function savedPhone(typed: string): string {
  const digits = typed.replace(/\D/g, "");
  if (digits === "") return "";
  // Eleven digits that begin with 1 already have the country code.
  const international = typed.trimStart().startsWith("+") || /^1\d{10}$/.test(digits);
  return `+${international ? "" : "1"}${digits}`.slice(0, PHONE_AT_MOST);
}
