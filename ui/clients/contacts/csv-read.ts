import type { ParseError, ParseResult, Parser } from "papaparse";
import type { CsvFile, CsvRow } from "./csv-rows.ts";

export class NoRows extends Error {
  override readonly name = "NoRows";
}

/** A file that can't be imported, with a message that says what to do. */
export class UnreadableFile extends Error {
  override readonly name = "UnreadableFile";
}

const CHUNK_CHARACTERS = 1024 * 1024;

/** Reads a file in chunks and yields to the page in between. @throws NoRows, UnreadableFile */
export async function readCsv(file: File, country: string): Promise<CsvFile> {
  const { default: Papa } = await import("papaparse");
  const { text, delimiter } = withoutSeparatorLine(decode(await file.arrayBuffer()));
  const rows: CsvRow[] = [];
  let count = 0;
  let badQuote: number | undefined;

  await new Promise<void>((done) => {
    Papa.parse<string[]>(text, {
      download: false,
      worker: false,
      ...(delimiter && { delimiter }),
      delimitersToGuess: [",", ";", "\t"],
      chunkSize: CHUNK_CHARACTERS,
      chunk({ data, errors }: ParseResult<string[]>, parser: Parser) {
        const quote = errors.find(isQuoteError);
        if (quote) {
          badQuote = count + (quote.row ?? 0) + 1;
          parser.abort();
          return done();
        }
        for (const cells of data) {
          count += 1;
          if (cells.some((cell) => cell.trim() !== "")) rows.push({ number: count, cells });
        }
        parser.pause();
        setTimeout(() => parser.resume());
      },
      complete: () => done(),
    });
  });

  if (badQuote !== undefined)
    throw new UnreadableFile(
      `Row ${badQuote} has a quotation mark that isn't closed. Fix it, then choose the file again.`,
    );
  const [header, ...data] = rows;
  if (!header || data.length === 0)
    throw new NoRows("CSV file must have at least a header row and one data row");
  return { name: file.name, headers: header.cells.map((cell) => cell.trim()), rows: data, country };
}

function isQuoteError({ type }: ParseError): boolean {
  return type === "Quotes";
}

/** Excel's first line such as "sep=;" names the delimiter. */
function withoutSeparatorLine(text: string): { text: string; delimiter: string | undefined } {
  const [line = "", delimiter] = /^sep=(.)\r?\n/i.exec(text) ?? [];
  return { text: text.slice(line.length), delimiter };
}

/** ZIP, which .xlsx and .numbers are, and the container of .xls. */
const SPREADSHEETS = ["504b0304", "d0cf11e0"];
const SNIFFED_BYTES = 64 * 1024;

/** UTF-8, UTF-16 with its mark, or what Excel on Windows writes. The byte order mark is left out. */
function decode(buffer: ArrayBuffer): string {
  const start = new Uint8Array(buffer, 0, Math.min(SNIFFED_BYTES, buffer.byteLength));
  const mark = start.subarray(0, 4).toHex();
  if (SPREADSHEETS.includes(mark)) throw new UnreadableFile(SPREADSHEET_ADVICE);
  if (mark.startsWith("fffe")) return new TextDecoder("utf-16le").decode(buffer);
  if (mark.startsWith("feff")) return new TextDecoder("utf-16be").decode(buffer);
  if (isBinary(start)) throw new UnreadableFile(BINARY_ADVICE);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(buffer);
  } catch {
    return new TextDecoder("windows-1252").decode(buffer);
  }
}

/** A few stray control characters are removed from names later; text in UTF-16 has a NUL in half of its bytes. */
function isBinary(bytes: Uint8Array): boolean {
  const strays = bytes.filter((byte) => byte < 9 || (byte > 13 && byte < 32)).length;
  return strays * 20 > bytes.length;
}

export const SPREADSHEET_ADVICE =
  "This is a spreadsheet. In Excel, choose Save As and CSV UTF-8. In Numbers, choose Export To and CSV. Then choose the new file.";
const BINARY_ADVICE =
  "This file isn't text that we can read. Save it as CSV UTF-8, then choose the new file.";
