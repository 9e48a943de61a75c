import { charsetOf } from "#src/shared/contact-csv/csv-charset.ts";
import {
  type Columns,
  createColumns,
  detectDayFirst,
  isCountryDayFirst,
  type Mapping,
} from "#src/shared/contact-csv/csv-columns.ts";
import { type CsvRow, createCsvReader } from "#src/shared/contact-csv/csv-reader.ts";
import { CONTACT_DETAILS } from "#src/shared/contact-fields.ts";

export interface CsvFile {
  readonly name: string;
  readonly source: File;
  readonly charset: string;
  readonly headers: readonly string[];
  readonly rows: readonly CsvRow[];
  /** Of the business, which decides about dates such as 5/1. */
  readonly country: string;
}

export class NoRows extends Error {
  override readonly name = "NoRows";
}

const PIECE_BYTES = 1024 * 1024;

/** Reads a file in pieces and yields to the page in between. @throws NoRows, UnreadableFile */
export async function readCsv(source: File, country: string): Promise<CsvFile> {
  const bytes = new Uint8Array(await source.arrayBuffer());
  const charset = charsetOf(bytes);
  const reader = createCsvReader(charset);
  const rows: CsvRow[] = [];
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) {
    for (const row of reader.push(bytes.subarray(at, at + PIECE_BYTES))) rows.push(row);
    await new Promise((resolve) => setTimeout(resolve));
  }
  rows.push(...reader.end());
  const [header, ...data] = rows;
  if (!header || data.length === 0)
    throw new NoRows("CSV file must have at least a header row and one data row");
  const headers = header.cells.map((cell) => cell.trim());
  return { name: source.name, source, charset, headers, rows: data, country };
}

/** Decides whether 5/1 is May 1 or January 5: by the other dates of the columns, otherwise by the business's country. */
export function columnsOf(file: CsvFile, mapping: Mapping): Columns {
  const dates = CONTACT_DETAILS.flatMap((detail) => mapping[detail] ?? []);
  const known = dayFirst.get(file) ?? new Map<string, boolean>();
  dayFirst.set(file, known);
  const key = dates.join();
  const isDayFirst =
    known.get(key) ??
    detectDayFirst(file.rows.flatMap(({ cells }) => dates.map((at) => cells[at] ?? ""))) ??
    isCountryDayFirst(file.country);
  known.set(key, isDayFirst);
  return createColumns(mapping, file.headers, isDayFirst);
}

const dayFirst = new WeakMap<CsvFile, Map<string, boolean>>();
