import type { FileReply } from "#src/shared/endpoint.ts";

/** Spreadsheets evaluate cells that begin like a formula. An amount or phone number can't be one. */
const FORMULA = /^(?!\+\d+$|-\d+\.\d\d$)[=+\-@\t\r]/;

export type CsvCell = string | number | bigint | null;

/** Excel needs the byte order mark at the start of the file to recognize UTF-8. */
export const CSV_START = "\ufeff";

/** Returns a function that formats rows, each with its line break. The library is loaded on first use. */
export async function csvFormatter(): Promise<(rows: readonly (readonly CsvCell[])[]) => string> {
  const { default: Papa } = await import("papaparse");
  return (rows) => `${Papa.unparse(rows as CsvCell[][], { escapeFormulae: FORMULA })}\r\n`;
}

/** Replies with a CSV file; `name` is without its extension. */
export function csvFile(name: string, content: FileReply["content"]): FileReply {
  return { name: `${name}.csv`, type: "text/csv; charset=utf-8", content };
}
