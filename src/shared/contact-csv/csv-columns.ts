import {
  CONTACT_DETAILS,
  type ContactDetail,
  fieldOf,
  type PartialDetails,
} from "#src/shared/contact-fields.ts";
import {
  readAnswers,
  type TextingAnswers,
  type TextingRoles,
  toTextingColumns,
} from "./texting-columns.ts";

/** What one column of the file can be imported as, in the order of the form. */
export const IMPORT_COLUMNS = [
  "firstName",
  "lastName",
  "phoneNumber",
  ...CONTACT_DETAILS,
  "tags",
] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];

/** The position of each column; undefined while it is not chosen. */
export type Mapping = { readonly [Column in ImportColumn]?: number | undefined } & {
  readonly texting?: TextingRoles;
};

/** How the cells of a file are read. */
export interface Columns {
  readonly mapping: Mapping;
  readonly texting: ReturnType<typeof toTextingColumns>;
  /** Whether 5/1 is January 5. */
  readonly dayFirst: boolean;
}

export function createColumns(
  mapping: Mapping,
  headers: readonly string[],
  dayFirst: boolean,
): Columns {
  return { mapping, texting: toTextingColumns(mapping.texting ?? {}, headers), dayFirst };
}

/** The values of a row, before its number is checked. */
export interface ReadRow
  extends PartialDetails<{ readonly [Name in ContactDetail]: string }>,
    TextingAnswers {
  readonly firstName: string;
  readonly lastName: string;
  /** "" when there is none. */
  readonly phoneNumber: string;
  readonly tags?: string[];
}

/** The longest text that can be read as numbers. */
export const MAX_PHONE_CELL = 120;
const MAX_NAME = 200;

type Cells = readonly string[];

export function readRow(cells: Cells, columns: Columns): ReadRow {
  const { mapping } = columns;
  const tags = readTags(cellOf(cells, mapping.tags));
  return {
    firstName: cellOf(cells, mapping.firstName).slice(0, MAX_NAME),
    // First and last name may use the same column.
    lastName:
      mapping.firstName === mapping.lastName
        ? ""
        : cellOf(cells, mapping.lastName).slice(0, MAX_NAME),
    phoneNumber: phoneCell(cells, mapping.phoneNumber),
    ...readDetails(cells, columns),
    ...(tags.length > 0 && { tags }),
    ...readAnswers(cells, columns.texting),
  };
}

/** "" without a digit. */
export function phoneCell(cells: Cells, column: number | undefined): string {
  const cell = cellOf(cells, column);
  return /\d/.test(cell) ? cell.slice(0, MAX_PHONE_CELL) : "";
}

/** A number such as 2.02556E+09, whose digits a spreadsheet has cut off. */
export function hasLostDigits(phoneNumber: string): boolean {
  return /^\d(?:[.,]\d+)?e\+?\d+$/i.test(phoneNumber.trim());
}

/** Why a number can't be read. */
export function numberProblem(phoneNumber: string): string {
  return hasLostDigits(phoneNumber)
    ? "Digits are missing. Format the column as a number, then save the file again"
    : "Can't read this number";
}

function readDetails(cells: Cells, { mapping, dayFirst }: Columns): Partial<ReadRow> {
  const details: { -readonly [Name in ContactDetail]?: string } = {};
  for (const detail of CONTACT_DETAILS) {
    const cell = cellOf(cells, mapping[detail]);
    const value = cell === "" ? undefined : fieldOf(detail).csv?.read(cell, dayFirst);
    if (value !== undefined) details[detail] = value;
  }
  return details;
}

function cellOf(cells: Cells, column: number | undefined): string {
  return column === undefined ? "" : (cells[column] ?? "").trim();
}

const MAX_TAGS = 20;
const MAX_TAG_LENGTH = 40;

/** "VIP; Bridal", "VIP, Bridal" and Google's "* myContacts ::: VIP" are lists of tags. */
export function readTags(cell: string): string[] {
  if (cell === "") return [];
  const names = cell
    .split(/:::|[;,|]/)
    .map((name) => name.replace(/^[\s"]+|[\s"]+$/g, ""))
    .filter((name) => name !== "" && !name.startsWith("*") && name.length <= MAX_TAG_LENGTH);
  return [...new Set(names)].slice(0, MAX_TAGS);
}

/** Whether dates such as 5/1 begin with the day. Decided by a date with a part above 12; undefined without one. */
export function detectDayFirst(cells: readonly string[]): boolean | undefined {
  for (const cell of cells) {
    const [, first, second] = /^\s*(\d{1,2})[./-](\d{1,2})\b/.exec(cell) ?? [];
    if (Number(first) > 12) return true;
    if (Number(second) > 12) return false;
  }
  return undefined;
}

/** Whether people in the country write the day before the month in numeric dates. */
export function isCountryDayFirst(country: string): boolean {
  const { language } = new Intl.Locale(`und-${country}`).maximize();
  const parts = new Intl.DateTimeFormat(`${language}-${country}`).formatToParts();
  const types = parts.map(({ type }) => type);
  return types.indexOf("day") < types.indexOf("month");
}
