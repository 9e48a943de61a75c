import { writeWhenFree } from "#db/connection.ts";
import type { ExportRange } from "#db/integrations/exports/read-table.ts";
import type { ExportTable } from "#db/integrations/exports/table.ts";
import { EXPORT_TABLES } from "#db/integrations/exports/tables.ts";
import type { App, Staff } from "#src/app.ts";
import { record, recordSystem } from "#src/platform/audit/audit.ts";
import { csvFile } from "#src/platform/csv.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import { toInstant } from "#src/platform/time.ts";
import type { FileReply } from "#src/shared/endpoint.ts";
import { fieldProblem, Problem } from "#src/shared/problem.ts";
import type { ExportDays, ListedExport } from "./contract.ts";
import { describeTables, type RowCount, toCsv, toJson } from "./format.ts";

const LAST_DAY = "9999-01-01";

export function listExports(): ListedExport[] {
  return EXPORT_TABLES.map(({ id, title, description, columns, sources }) => ({
    id,
    title,
    description,
    columns: [...columns],
    hasDates: sources.every(({ at }) => at !== undefined),
  }));
}

/** Exports one table as CSV. `actor` is undefined for the command line. @throws Problem 400, 404 */
export function exportTable(
  app: App,
  actor: Staff | undefined,
  id: string,
  days: ExportDays,
): FileReply {
  const table = getTable(id);
  const range = toRange(app, days);
  const content = recordExport(app, actor, { table: id, ...days }, (count) =>
    toCsv(app, table, range, count),
  );
  return csvFile(`${id}-${businessDay(app)}`, content);
}

/** Exports every table as one ZIP, without compression, so that it needs no memory. @throws Problem 400 */
export function exportAll(app: App, actor: Staff | undefined, days: ExportDays): FileReply {
  const range = toRange(app, days);
  return {
    name: `parlor-export-${businessDay(app)}.zip`,
    type: "application/zip",
    content: recordExport(app, actor, { table: "all", ...days }, (count) =>
      zipOf(app, EXPORT_TABLES, range, count),
    ),
  };
}

/** Also records an interrupted export, because the rows sent so far have left the server. */
async function* recordExport<Piece>(
  app: App,
  actor: Staff | undefined,
  what: Readonly<Record<string, unknown>>,
  pieces: (count: RowCount) => AsyncIterable<Piece>,
): AsyncGenerator<Piece> {
  const count = { rows: 0 };
  try {
    yield* pieces(count);
  } finally {
    const entry = { action: "data.export", metadata: { ...what, count: count.rows } };
    await writeWhenFree(app.db, () =>
      actor ? record(app, actor, entry) : recordSystem(app, entry),
    );
  }
}

function getTable(id: string): ExportTable {
  const table = EXPORT_TABLES.find((one) => one.id === id);
  if (!table) throw new Problem(404, "This export doesn't exist.");
  return table;
}

/** @throws Problem 400 */
function toRange(app: App, { from, to }: ExportDays): ExportRange | undefined {
  if (from === undefined && to === undefined) return undefined;
  const first = dayOrEdge(from, "0001-01-01");
  // The day after it must have four digits, because days are compared as text.
  const last = dayOrEdge(to !== undefined && to < LAST_DAY ? to : undefined, LAST_DAY);
  if (last.since(first).days < 0)
    throw fieldProblem(400, "to", "The last day is before the first.");
  const wall = [first, last.add({ days: 1 })].map((day) => `${day}T00:00:00`);
  const [start = "", end = ""] = wall;
  return { wall: [start, end], instant: [toInstant(app, start), toInstant(app, end)] };
}

/** @throws Problem 400 */
function dayOrEdge(day: string | undefined, edge: string): Temporal.PlainDate {
  try {
    return Temporal.PlainDate.from(day ?? edge);
  } catch {
    throw new Problem(400, "Use a date such as 2026-11-27.");
  }
}

/** The tables, agreements and pictures as a ZIP in pieces, with Zip64 where it is needed. */
async function* zipOf(
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
