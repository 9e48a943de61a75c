import { type ImportRow, MAX_PHONE_CELL } from "#src/clients/contacts/contract.ts";
import { CONTACT_DETAILS, fieldOf } from "#src/shared/contact-fields.ts";
import { dayFirstBy, isCountryDayFirst, isOptOut, isRefusal, readTags } from "./csv-cells.ts";
import { IMPORT_COLUMNS, type ImportColumn, type Mapping } from "./csv-columns.ts";

/** A row of the file. `number` counts from the header, which is 1, as in a spreadsheet. */
export interface CsvRow {
  readonly number: number;
  readonly cells: readonly string[];
}

export interface CsvFile {
  readonly name: string;
  readonly headers: readonly string[];
  readonly rows: readonly CsvRow[];
  /** Of the business, which decides about dates such as 5/1. */
  readonly country: string;
}

/** A row as it would be imported, and its source in the file. */
export interface ReadyRow extends ImportRow {
  readonly source: CsvRow;
}

/** Whether all required columns are chosen. */
export function hasRequiredColumns(mapping: Mapping): boolean {
  return IMPORT_COLUMNS.every(
    ({ column, isRequired }) => !isRequired || mapping[column] !== undefined,
  );
}

/** Its phone is "" when it has none. */
export function readRow(file: CsvFile, source: CsvRow, mapping: Mapping): ReadyRow {
  const cell = (column: ImportColumn) => cellOf(source, mapping, column);
  const isWhole = mapping.firstName === mapping.lastName;
  const tags = readTags(cell("tags"));
  const optOut = optOutOf(file, source, mapping);
  return {
    source,
    firstName: cell("firstName").slice(0, MAX_NAME),
    // First and last name may use the same column.
    lastName: isWhole ? "" : cell("lastName").slice(0, MAX_NAME),
    phoneNumber: phoneCell(source, mapping),
    ...readDetails(file, source, mapping),
    ...(tags.length > 0 && { tags }),
    ...(optOut !== undefined && { optOut }),
  };
}

const MAX_NAME = 200;
const MAX_OPT_OUT = 300;

/** Google writes several numbers as "+1 … ::: +1 …"; the first one counts. "" without a digit. */
export function phoneCell(source: CsvRow, mapping: Mapping): string {
  const [first = ""] = cellOf(source, mapping, "phoneNumber").split(":::");
  return /\d/.test(first) ? first.trim().slice(0, MAX_PHONE_CELL) : "";
}

function readDetails(file: CsvFile, source: CsvRow, mapping: Mapping): Partial<ImportRow> {
  return Object.fromEntries(
    CONTACT_DETAILS.flatMap((detail) => {
      const cell = cellOf(source, mapping, detail);
      const value =
        cell === ""
          ? undefined
          : fieldOf(detail).csv?.read(cell, isColumnDayFirst(file, mapping[detail]));
      return value === undefined ? [] : [[detail, value]];
    }),
  );
}

const dayFirst = new WeakMap<CsvFile, Map<number, boolean>>();

/** Whether 5/1 is January 5 in this column: by its other dates, and else by the business's country. */
function isColumnDayFirst(file: CsvFile, at = -1): boolean {
  const columns = dayFirst.getOrInsertComputed(file, () => new Map<number, boolean>());
  return columns.getOrInsertComputed(
    at,
    () =>
      dayFirstBy(file.rows.map(({ cells }) => cells[at] ?? "")) ?? isCountryDayFirst(file.country),
  );
}

/** The file's words, which become the record of the opt-out, such as "Opted out: yes". */
function optOutOf(file: CsvFile, source: CsvRow, mapping: Mapping): string | undefined {
  const optedOut = cellOf(source, mapping, "optedOut");
  const consent = cellOf(source, mapping, "consent");
  const column = isOptOut(optedOut)
    ? ("optedOut" as const)
    : isRefusal(consent)
      ? ("consent" as const)
      : undefined;
  if (!column) return undefined;
  const heading = file.headers[mapping[column] ?? 0];
  return `${heading}: ${cellOf(source, mapping, column)}`.slice(0, MAX_OPT_OUT);
}

function cellOf({ cells }: CsvRow, mapping: Mapping, column: ImportColumn): string {
  const at = mapping[column];
  return at === undefined ? "" : (cells[at] ?? "").trim();
}
