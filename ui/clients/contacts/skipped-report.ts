import type { CsvFile } from "./csv-rows.ts";
import type { SkippedRow } from "./import-batches.ts";

/** The rows that were left out, as they were, with where they stood and why. */
export async function skippedReport(
  file: CsvFile,
  skipped: readonly SkippedRow[],
): Promise<string> {
  const { default: Papa } = await import("papaparse");
  const inOrder = skipped.toSorted((one, other) => one.source.number - other.source.number);
  const table = [
    ["Row", ...file.headers, "Reason"],
    ...inOrder.map(({ source, reason }) => [
      String(source.number),
      ...file.headers.map((_, column) => source.cells[column] ?? ""),
      reason,
    ]),
  ];
  // A spreadsheet would run such a cell as a formula. A leading plus stays: it begins a number.
  const csv = Papa.unparse(table, { escapeFormulae: /^[=@\t\r]/ });
  // Excel takes a file without the mark for something else than UTF-8.
  return `\ufeff${csv}`;
}
