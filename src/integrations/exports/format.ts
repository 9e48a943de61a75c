import { type ExportRange, readTable } from "#db/integrations/exports/read-table.ts";
import type { ExportTable } from "#db/integrations/exports/table.ts";
import type { App } from "#src/app.ts";
import { CSV_START, csvFormatter } from "#src/platform/csv.ts";

export interface RowCount {
  rows: number;
}

/** A table as CSV, in pieces. */
export async function* toCsv(
  app: App,
  table: ExportTable,
  range: ExportRange | undefined,
  count: RowCount,
): AsyncGenerator<string> {
  const csv = await csvFormatter();
  yield `${CSV_START}${csv([table.columns.map(({ name }) => name)])}`;
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
  return `Everything in Parlor, exported ${exportedAt}.\nAmounts are decimal numbers. The folder agreements has each signed agreement as a PDF, or as text if its PDF could not be created; the folder pictures has the pictures and files of texts, named by the id of their text. Passwords and keys are not included.\n\n${parts.join("\n\n")}\n`;
}
