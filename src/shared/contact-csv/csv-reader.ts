import { decoderOf, SNIFFED_BYTES } from "./csv-charset.ts";
import { type CsvParser, createCsvParser } from "./csv-parser.ts";
import { roleOf, toWords } from "./texting-columns.ts";

/** A row of the file. `number` counts from 1, as in a spreadsheet. */
export interface CsvRow {
  readonly number: number;
  readonly cells: readonly string[];
}

export interface CsvReader {
  /** Returns the rows that the bytes complete, without empty ones and titles above the headings. @throws UnreadableFile */
  readonly push: (bytes: Uint8Array) => CsvRow[];
  /** Returns the remaining rows. @throws UnreadableFile */
  readonly end: () => CsvRow[];
}

const DELIMITERS = [",", ";", "\t"];
const SNIFFED_CHARACTERS = 64 * 1024;
const SNIFFED_ROWS = 10;
const SNIFFED_AT_ONCE = 1024;

/**
 * Reads a CSV file in pieces of any size. The first 64 KB decide about the delimiter, and about the
 * charset where none is given. @throws UnreadableFile for a charset that is not known
 */
export function createCsvReader(charset?: string): CsvReader {
  const bytes = createBuffer();
  let decoder = charset === undefined ? undefined : decoderOf(charset);
  let parser: CsvParser | undefined;
  let text = "";
  let count = 0;
  let titles = 0;

  function readText(piece: string, isLast: boolean): CsvRow[] {
    text += piece;
    if (!parser) {
      if (text.length < SNIFFED_CHARACTERS && !isLast) return [];
      const start = withoutSeparatorLine(text);
      const delimiter = start.delimiter ?? guessDelimiter(start.text);
      parser = createCsvParser(delimiter);
      titles = countTitleRows(firstRows(start.text.slice(0, SNIFFED_CHARACTERS), delimiter));
      text = start.text;
    }
    const rows = parser.push(text);
    text = "";
    return number(isLast ? [...rows, ...parser.end()] : rows);
  }

  function number(rows: readonly string[][]): CsvRow[] {
    const numbered: CsvRow[] = [];
    for (const cells of rows) {
      count += 1;
      if (count > titles && cells.some((cell) => cell.trim() !== ""))
        numbered.push({ number: count, cells });
    }
    return numbered;
  }

  return {
    push(piece) {
      if (!decoder) {
        bytes.add(piece);
        if (bytes.size() < SNIFFED_BYTES) return [];
        decoder = decoderOf(undefined, bytes.start());
        return readText(decoder.decode(bytes.take()), false);
      }
      return readText(decoder.decode(piece), false);
    },
    end() {
      decoder ??= decoderOf(undefined, bytes.start());
      return readText(decoder.decode(bytes.take()) + decoder.end(), true);
    },
  };
}

const PHONE_HEADING =
  /^(?:(?:mobile|cell|home|work) )?(?:phone|telephone|mobile|cell|tel|handy|telefon|telefono|movil)(?: number| no| nr)?$/;

/**
 * The rows above the headings, such as "Client list" or "Exported: 11/22/2026": those that fill one cell, or less than
 * half of the cells of the fullest row. Headings about texts, or a phone number's, are never skipped.
 */
function countTitleRows(rows: readonly (readonly string[])[]): number {
  const filled = rows.map((cells) => cells.filter((cell) => cell.trim() !== ""));
  const widest = Math.max(...filled.map(({ length }) => length));
  const isHeader = (cells: string[]) =>
    cells.length > 1 &&
    (cells.length * 2 >= widest ||
      cells.some((cell) => roleOf(cell) || PHONE_HEADING.test(toWords(cell))));
  return Math.max(0, filled.findIndex(isHeader));
}

/** Collects the first bytes. */
function createBuffer() {
  let pieces: Uint8Array[] = [];
  let size = 0;
  const join = () => {
    const whole = new Uint8Array(size);
    let at = 0;
    for (const piece of pieces) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole;
  };
  return {
    add: (piece: Uint8Array) => {
      pieces.push(piece);
      size += piece.length;
    },
    size: () => size,
    start: () => join().subarray(0, SNIFFED_BYTES),
    take: () => {
      const whole = join();
      pieces = [];
      size = 0;
      return whole;
    },
  };
}

/** Excel's first line such as "sep=;" names the delimiter. */
function withoutSeparatorLine(text: string): { text: string; delimiter: string | undefined } {
  const [line = "", delimiter] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  return { text: text.slice(line.length), delimiter };
}

/** The delimiter that divides the first rows most evenly, and then into the most cells. */
function guessDelimiter(text: string): string {
  const start = text.slice(0, SNIFFED_CHARACTERS);
  const [best] = DELIMITERS.map((delimiter) => ({ delimiter, ...evennessOf(start, delimiter) }))
    .filter(({ cells }) => cells > 1)
    .sort((one, other) => one.changes - other.changes || other.cells - one.cells);
  return best?.delimiter ?? ",";
}

/** The average of cells in a row, and how often their number changes from row to row. */
function evennessOf(text: string, delimiter: string): { cells: number; changes: number } {
  const counts = firstRows(text, delimiter).map(({ length }) => length);
  return {
    cells: counts.reduce((sum, count) => sum + count, 0) / Math.max(1, counts.length),
    changes: counts.slice(1).filter((count, at) => count !== counts[at]).length,
  };
}

function firstRows(text: string, delimiter: string): string[][] {
  const parser = createCsvParser(delimiter);
  const rows: string[][] = [];
  try {
    for (let at = 0; at < text.length && rows.length < SNIFFED_ROWS; at += SNIFFED_AT_ONCE)
      rows.push(...parser.push(text.slice(at, at + SNIFFED_AT_ONCE)));
    if (rows.length < SNIFFED_ROWS) rows.push(...parser.end());
  } catch {
    // With a wrong delimiter quotation marks are in wrong places; the rows before them count.
  }
  return rows.slice(0, SNIFFED_ROWS);
}
