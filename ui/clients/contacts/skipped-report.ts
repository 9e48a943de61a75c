import type { CsvFile } from "./csv-file.ts";
import type { SkippedRow } from "./upload-import.ts";

/** The skipped rows, unchanged, with their numbers and reasons. */
export async function skippedReport(
  file: CsvFile,
  skipped: readonly SkippedRow[],
): Promise<string> {
  const { default: Papa } = await import("papaparse");
  const table = [
    ["Row", ...file.headers, "Reason"],
    ...skipped.map(({ source, reason }) => [
      String(source.number),
      ...file.headers.map((_, column) => source.cells[column] ?? ""),
      reason,
    ]),
  ];
  // Spreadsheets would run such a cell as a formula. A leading plus is allowed: it begins a number.
  const csv = Papa.unparse(table, { escapeFormulae: /^[=@\t\r]/ });
  // Without a byte order mark, Excel does not read the file as UTF-8.
  return `\ufeff${csv}`;
}
