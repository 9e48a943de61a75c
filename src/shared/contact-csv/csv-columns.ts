import {
  CONTACT_DETAILS,
  type ContactDetail,
  fieldOf,
  type PartialDetails,
} from "#src/shared/contact-fields.ts";
import { isOptOut, isRefusal, readTags } from "./csv-cells.ts";

/** What a column of the file can be imported as, in the order of the form. */
export const IMPORT_COLUMNS = [
  "firstName",
  "lastName",
  "phoneNumber",
  ...CONTACT_DETAILS,
  "tags",
  "optedOut",
  "consent",
] as const;
export type ImportColumn = (typeof IMPORT_COLUMNS)[number];

/** The position of each column; undefined while it is not chosen. */
export type Mapping = { readonly [Column in ImportColumn]?: number | undefined };

/** How the cells of a file are read. */
export interface Columns {
  readonly mapping: Mapping;
  readonly headers: readonly string[];
  /** Whether 5/1 is January 5. */
  readonly dayFirst: boolean;
}

/** The values of a row, before its number is checked. */
export interface ReadRow extends PartialDetails<{ readonly [Name in ContactDetail]: string }> {
  readonly firstName: string;
  readonly lastName: string;
  /** "" when there is none. */
  readonly phoneNumber: string;
  readonly tags?: string[];
  /** The column and its value, such as "Opted out: yes". It is stored as the evidence of the opt-out. */
  readonly optOut?: string;
}

/** The longest text that can be a number. */
export const MAX_PHONE_CELL = 60;
const MAX_NAME = 200;
const MAX_OPT_OUT = 300;

type Cells = readonly string[];

export function readRow(cells: Cells, columns: Columns): ReadRow {
  const { mapping } = columns;
  const tags = readTags(cellOf(cells, mapping.tags));
  const optOut = optOutOf(cells, columns);
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
    ...(optOut !== undefined && { optOut }),
  };
}

/** Google writes several numbers as "+1 … ::: +1 …"; the first one counts. "" without a digit. */
export function phoneCell(cells: Cells, column: number | undefined): string {
  const cell = cellOf(cells, column);
  const end = cell.indexOf(":::");
  const first = end < 0 ? cell : cell.slice(0, end).trim();
  return /\d/.test(first) ? first.slice(0, MAX_PHONE_CELL) : "";
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

function optOutOf(cells: Cells, { mapping, headers }: Columns): string | undefined {
  const column = isOptOut(cellOf(cells, mapping.optedOut))
    ? mapping.optedOut
    : isRefusal(cellOf(cells, mapping.consent))
      ? mapping.consent
      : undefined;
  if (column === undefined) return undefined;
  return `${headers[column]}: ${cellOf(cells, column)}`.slice(0, MAX_OPT_OUT);
}

function cellOf(cells: Cells, column: number | undefined): string {
  return column === undefined ? "" : (cells[column] ?? "").trim();
}
