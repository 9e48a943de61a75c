import Papa from "papaparse";
import { Problem } from "#src/shared/problem.ts";

/** Characters per chunk, which take a few milliseconds. */
const CHUNK_LENGTH = 64 * 1024;
const NOT_CSV = "This file can't be read as CSV.";
const COLUMNS = [
  "ServiceStartDateTime",
  "ServicingClientName",
  "ServiceDisplayName",
  "Resource",
] as const;

type Cells = Record<string, string | undefined>;
export type CsvRow = Readonly<Record<(typeof COLUMNS)[number], string>>;

/** Decodes an uploaded file as UTF-8, or as Windows-1252 if it is not UTF-8. @throws Problem 400 */
export function decodeFile(base64: string): string {
  const data = base64.replace(/^data:[^,]*,/, "");
  if (!/^[\w+/\s-]*={0,2}\s*$/.test(data)) throw new Problem(400, "The file isn't valid base64.");
  const bytes = Buffer.from(data, "base64");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Passes the rows to `onRows` in chunks, yielding to other work in between. @throws Problem 400 */
export async function readCsv(
  text: string,
  onRows: (rows: readonly CsvRow[]) => Promise<void>,
): Promise<void> {
  if (text.includes("\0")) throw new Problem(400, NOT_CSV);
  let checked = false;
  const done = Promise.withResolvers<void>();
  Papa.parse<Cells>(text.replace(/^\ufeff/, ""), {
    header: true,
    transformHeader: (name) => columnOf(name),
    skipEmptyLines: "greedy",
    chunkSize: CHUNK_LENGTH,
    chunk({ data, meta }: Papa.ParseResult<Cells>, parser: Papa.Parser) {
      parser.pause();
      if (!checked) {
        const missing = missingColumns(meta.fields ?? []);
        if (missing) {
          // Reject first, because aborting calls `complete`.
          done.reject(missing);
          return parser.abort();
        }
      }
      checked = true;
      onRows(data.map(toCsvRow)).then(
        () => parser.resume(),
        (error: unknown) => {
          done.reject(error);
          parser.abort();
        },
      );
    },
    complete: () =>
      checked ? done.resolve() : done.reject(new Problem(400, "This file has no rows.")),
    error: () => done.reject(new Problem(400, NOT_CSV)),
  });
  await done.promise;
}

function columnOf(name: string): string {
  const plain = (text: string) => text.toLowerCase().replace(/[\s_-]/g, "");
  return COLUMNS.find((column) => plain(column) === plain(name)) ?? name;
}

function missingColumns(fields: readonly string[]): Problem | undefined {
  const missing = COLUMNS.filter(
    (column) => column !== "ServiceDisplayName" && !fields.includes(column),
  );
  if (missing.length === 0) return undefined;
  return new Problem(
    400,
    `This file is missing ${missing.join(", ")}. Its first row must name the columns: ${COLUMNS.join(", ")}.`,
  );
}

function toCsvRow(row: Cells): CsvRow {
  return Object.fromEntries(
    COLUMNS.map((column) => [column, (row[column] ?? "").trim()]),
  ) as unknown as CsvRow;
}
