import type { ExportRange } from "#db/integrations/exports/read-table.ts";
import type { ExportTable } from "#db/integrations/exports/table.ts";
import type { App } from "#src/app.ts";
import { describeTables, type RowCount, toCsv, toJson } from "./format.ts";

/** The tables, agreements and pictures as a ZIP in pieces, with Zip64 where it is needed. */
export async function* zipOf(
  app: App,
  tables: readonly ExportTable[],
  range: ExportRange | undefined,
  count: RowCount,
): AsyncGenerator<Uint8Array> {
  const { makeZip } = await import("client-zip");
  const lastModified = new Date(app.now());
  async function* files() {
    const input = describeTables(tables, lastModified.toISOString());
    yield { name: "README.txt", input, lastModified };
    for (const table of tables) {
      yield { name: `${table.id}.csv`, input: toCsv(app, table, range, count), lastModified };
      yield { name: `${table.id}.json`, input: toJson(app, table, range), lastModified };
    }
    for (const filesOf of app.hooks.exportFiles)
      for await (const { name, bytes } of filesOf(app, range?.instant))
        yield { name, input: bytes, lastModified };
  }
  const reader = makeZip(files()).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel();
  }
}
