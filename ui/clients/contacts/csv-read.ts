import type { ParseResult, Parser } from "papaparse";
import type { CsvFile, CsvRow } from "./csv-rows.ts";

export class NoRows extends Error {
  override readonly name = "NoRows";
}

const CHUNK_CHARACTERS = 1024 * 1024;

/** Reads a file in chunks and yields to the page in between. */
export async function readCsv(file: File): Promise<CsvFile> {
  const { default: Papa } = await import("papaparse");
  const text = decoded(await file.arrayBuffer());
  const rows: CsvRow[] = [];
  let count = 0;

  await new Promise<void>((done) => {
    Papa.parse<string[]>(text, {
      download: false,
      worker: false,
      delimitersToGuess: [",", ";", "\t"],
      chunkSize: CHUNK_CHARACTERS,
      chunk({ data }: ParseResult<string[]>, parser: Parser) {
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

  const [header, ...data] = rows;
  if (!header || data.length === 0)
    throw new NoRows("CSV file must have at least a header row and one data row");
  return { name: file.name, headers: header.cells.map((cell) => cell.trim()), rows: data };
}

/** UTF-8, UTF-16 by its mark, or what Excel on Windows writes. The byte order mark is left out. */
function decoded(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (first === 0xff && second === 0xfe) return new TextDecoder("utf-16le").decode(bytes);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}
