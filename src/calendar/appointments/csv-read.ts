import Papa from "papaparse";
import { Problem } from "#src/shared/problem.ts";

/** Letters at a time: a few milliseconds of the loop. */
const PIECE = 64 * 1024;
const COLUMNS = [
  "ServiceStartDateTime",
  "ServicingClientName",
  "ServiceDisplayName",
  "Resource",
] as const;

type Cells = Record<string, string | undefined>;
export type CsvRow = Readonly<Record<(typeof COLUMNS)[number], string>>;

/** The text of an uploaded file: UTF-8, or what old Windows programs write. @throws Problem 400 */
export function textOfFile(base64: string): string {
  const data = base64.replace(/^data:[^,]*,/, "");
  if (!/^[\w+/\s-]*={0,2}\s*$/.test(data)) throw new Problem(400, "This is not a file in base64.");
  const bytes = Buffer.from(data, "base64");
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** Row after row to `take`, piece by piece with room for others in between. @throws Problem 400 */
export async function readCsv(
  text: string,
  take: (rows: readonly CsvRow[]) => Promise<void>,
): Promise<void> {
  if (text.includes("\0")) throw new Problem(400, "This file cannot be read as CSV.");
  let checked = false;
  const done = Promise.withResolvers<void>();
  Papa.parse<Cells>(text.replace(/^\ufeff/, ""), {
    header: true,
    transformHeader: (name) => columnOf(name),
    skipEmptyLines: "greedy",
    chunkSize: PIECE,
    chunk({ data, meta }: Papa.ParseResult<Cells>, parser: Papa.Parser) {
      parser.pause();
      if (!checked) {
        const missing = missingIn(meta.fields ?? []);
        if (missing) {
          // First: aborting tells that all is done.
          done.reject(missing);
          return parser.abort();
        }
      }
      checked = true;
      take(data.map(filled)).then(
        () => parser.resume(),
        (error: unknown) => {
          done.reject(error);
          parser.abort();
        },
      );
    },
    complete: () =>
      checked ? done.resolve() : done.reject(new Problem(400, "This file has no rows.")),
    error: () => done.reject(new Problem(400, "This file cannot be read as CSV.")),
  });
  await done.promise;
}

function columnOf(name: string): string {
  const plain = (text: string) => text.toLowerCase().replace(/[\s_-]/g, "");
  return COLUMNS.find((column) => plain(column) === plain(name)) ?? name;
}

function missingIn(fields: readonly string[]): Problem | undefined {
  const missing = COLUMNS.filter(
    (column) => column !== "ServiceDisplayName" && !fields.includes(column),
  );
  if (missing.length === 0) return undefined;
  return new Problem(
    400,
    `This file lacks ${missing.join(", ")}. Its first row has to name the columns: ${COLUMNS.join(", ")}.`,
  );
}

function filled(row: Cells): CsvRow {
  return Object.fromEntries(
    COLUMNS.map((column) => [column, (row[column] ?? "").trim()]),
  ) as unknown as CsvRow;
}
