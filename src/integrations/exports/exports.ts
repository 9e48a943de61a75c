import { closeSnapshot, type Database, openSnapshot, writeWhenFree } from "#db/connection.ts";
import { DATA_TABLES } from "#db/integrations/exports/data-tables.ts";
import {
  type DataCell,
  type ExportRange,
  readData,
  readSequences,
  readTable,
} from "#db/integrations/exports/read-table.ts";
import type { ExportTable } from "#db/integrations/exports/table.ts";
import { EXPORT_TABLES } from "#db/integrations/exports/tables.ts";
import { SCHEMA_VERSION } from "#db/migrate.ts";
import type { App, Staff } from "#src/app.ts";
import { record } from "#src/platform/audit/audit.ts";
import { CSV_START, csvFile, csvFormatter } from "#src/platform/csv.ts";
import { admin, adminWithPassword, defineModule } from "#src/platform/http/routes.ts";
import { businessDay, getSettings, listSavedSecrets } from "#src/platform/settings/settings.ts";
import { toInstant } from "#src/platform/time.ts";
import type { FileReply } from "#src/shared/endpoint.ts";
import { fieldProblem, Problem } from "#src/shared/problem.ts";
import { type ExportDays, exports, type ListedExport } from "./contract.ts";
import { dataFile, type ExportManifest, MANIFEST_FILE } from "./manifest.ts";

export const exportModule = defineModule(exports, {
  list: admin(() => listExports()),
  all: adminWithPassword(({ app, actor, query }) => exportAll(app, actor, query)),
  one: adminWithPassword(({ app, actor, params, query }) =>
    exportTable(app, actor, params.id, query),
  ),
});

const LAST_DAY = "9999-01-01";

interface RowCount {
  rows: number;
}

export function listExports(): ListedExport[] {
  return EXPORT_TABLES.map(({ id, title, description, columns, sources }) => ({
    id,
    title,
    description,
    columns: Object.entries(columns).map(([name, text]) => ({ name, description: text })),
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
    toCsv(app.db, table, range, count),
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
    await writeWhenFree(app.db, () => record(app, actor ?? null, entry));
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

/**
 * The tables, agreements and pictures as a ZIP in pieces, with Zip64 where it is needed. All tables are read as they are at
 * the beginning, because an import needs rows that belong together.
 */
async function* zipOf(
  app: App,
  tables: readonly ExportTable[],
  range: ExportRange | undefined,
  count: RowCount,
): AsyncGenerator<Uint8Array> {
  const { makeZip } = await import("client-zip");
  const lastModified = new Date(app.now());
  const db = openSnapshot(app.db);
  async function* files() {
    const input = describeTables(tables, lastModified.toISOString());
    yield { name: "README.txt", input, lastModified };
    for (const table of tables) {
      yield { name: `${table.id}.csv`, input: toCsv(db, table, range, count), lastModified };
      yield { name: `${table.id}.json`, input: toJson(db, table, range), lastModified };
    }
    for (const filesOf of app.hooks.exportFiles)
      for await (const { name, bytes } of filesOf(app, range?.instant))
        yield { name, input: bytes, lastModified };
    if (!range)
      for (const { name, input } of dataFiles(app, db)) yield { name, input, lastModified };
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
    closeSnapshot(app.db, db);
  }
}

/** What `parlor import` reads: each table as it is stored, and what it needs to know about them. */
function* dataFiles(app: App, db: Database) {
  const rows: Record<string, number> = {};
  for (const table of Object.keys(DATA_TABLES))
    yield { name: dataFile(table), input: toDataLines(db, table, rows) };
  const manifest = {
    program: "Parlor",
    schema: SCHEMA_VERSION,
    timeZone: getSettings(app).timeZone,
    secrets: listSavedSecrets(app),
    sequences: readSequences(db),
    rows,
  } satisfies ExportManifest;
  yield { name: MANIFEST_FILE, input: `${JSON.stringify(manifest, null, 2)}\n` };
}

/** The names of the columns and then the rows, each as a JSON array on its line. */
async function* toDataLines(
  db: Database,
  table: string,
  counts: Record<string, number>,
): AsyncGenerator<string> {
  counts[table] = 0;
  yield `${JSON.stringify(DATA_TABLES[table]?.split(" "))}\n`;
  for (const rows of readData(db, table)) {
    counts[table] += rows.length;
    yield rows.map((row) => `${JSON.stringify(row.map(toJsonCell))}\n`).join("");
    await Bun.sleep(0);
  }
}

function toJsonCell(cell: DataCell): string | number | null | { readonly base64: string } {
  return cell instanceof Uint8Array ? { base64: cell.toBase64() } : cell;
}

async function* toCsv(
  db: Database,
  table: ExportTable,
  range: ExportRange | undefined,
  count: RowCount,
): AsyncGenerator<string> {
  const csv = await csvFormatter();
  yield `${CSV_START}${csv([Object.keys(table.columns)])}`;
  for (const rows of readTable(db, table, range)) {
    count.rows += rows.length;
    if (rows.length > 0) yield csv(rows);
    await Bun.sleep(0);
  }
}

/** A table as a JSON array of objects, one to a line. */
async function* toJson(
  db: Database,
  table: ExportTable,
  range: ExportRange | undefined,
): AsyncGenerator<string> {
  const names = Object.keys(table.columns);
  let separator = "[\n";
  for (const rows of readTable(db, table, range)) {
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
function describeTables(tables: readonly ExportTable[], exportedAt: string): string {
  const parts = tables.map(({ id, title, description, columns }) =>
    [
      `${id}.csv and ${id}.json: ${title}`,
      description,
      ...Object.entries(columns).map(([name, text]) => `  ${name}: ${text}`),
    ].join("\n"),
  );
  return `Everything in Parlor, exported ${exportedAt}.\nAmounts are decimal numbers. The folder agreements has each signed agreement as a PDF, or as text if its PDF could not be created; the folder pictures has the pictures and files of texts, named by the id of their text. The folder data has every table as it is stored, for parlor import: a line with the names of the columns, then a line for each row. Passwords, keys and sign-ins are not included.\n\n${parts.join("\n\n")}\n`;
}
