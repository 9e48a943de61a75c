import {
  type ExportCell,
  type ExportRange,
  readTable,
} from "#db/integrations/exports/read-table.ts";
import type { ExportTable } from "#db/integrations/exports/table.ts";
import type { App } from "#src/app.ts";

export interface RowCount {
  rows: number;
}

/** Spreadsheets evaluate cells that begin like a formula. A number or phone number can't be one. */
const FORMULA = /^(?![+-]?[\d.]+$)[=+\-@\t\r]/;

/** A table as CSV, in pieces. */
export async function* toCsv(
  app: App,
  table: ExportTable,
  range: ExportRange | undefined,
  count: RowCount,
): AsyncGenerator<string> {
  const { default: Papa } = await import("papaparse");
  const csv = (rows: readonly (readonly ExportCell[])[]) =>
    `${Papa.unparse(rows as ExportCell[][], { escapeFormulae: FORMULA })}\r\n`;
  // Excel needs the byte order mark to recognize UTF-8.
  yield `\ufeff${csv([table.columns.map(({ name }) => name)])}`;
  for (const rows of readTable(app.db, table, range)) {
    count.rows += rows.length;
    if (rows.length > 0) yield csv(rows);
    await Bun.sleep(0);
  }
}

/** A table as a JSON array of objects, one to a line. */
export async function* toJson(
  app: App,
  table: ExportTable,
  range: ExportRange | undefined,
): AsyncGenerator<string> {
  const names = table.columns.map(({ name }) => name);
  let separator = "[\n";
  for (const rows of readTable(app.db, table, range)) {
    if (rows.length > 0) {
      const objects = rows.map((row) =>
        JSON.stringify(Object.fromEntries(names.map((name, at) => [name, row[at] ?? null]))),
      );
      yield separator + objects.join(",\n");
      separator = ",\n";
    }
    await Bun.sleep(0);
  }
  yield separator === "[\n" ? "[]\n" : "\n]\n";
}

/** What each file and column contains, for the person who opens the archive. */
export function describeTables(tables: readonly ExportTable[], exportedAt: string): string {
  const parts = tables.map(({ id, title, description, columns }) =>
    [
      `${id}.csv and ${id}.json: ${title}`,
      description,
      ...columns.map((column) => `  ${column.name}: ${column.description}`),
    ].join("\n"),
  );
  return `Everything in Parlor, exported ${exportedAt}.\nAmounts are decimal numbers. Passwords, keys and pictures are not included.\n\n${parts.join("\n\n")}\n`;
}
