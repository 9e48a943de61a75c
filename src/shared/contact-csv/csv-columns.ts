import {
  CONTACT_DETAILS,
  type ContactDetail,
  fieldOf,
  type PartialDetails,
} from "#src/shared/contact-fields.ts";
import { readTags } from "./csv-cells.ts";
import {
  readAnswers,
  type TextingAnswers,
  type TextingColumns,
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
export type Mapping = { readonly [Column in ImportColumn]?: number | undefined } & TextingColumns;

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
  return { mapping, texting: toTextingColumns(mapping, headers), dayFirst };
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

export const LOST_DIGITS_ADVICE =
  "The spreadsheet cut off digits. Format the column as a number without decimals, then save the file again";

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
