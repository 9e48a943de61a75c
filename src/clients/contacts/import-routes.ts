import { parsePhoneNumberFromString } from "libphonenumber-js/mobile";
import { contactsByPhone } from "#db/clients/contacts.ts";
import { inTransaction } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { requireDiskSpace } from "#src/platform/disk/disk.ts";
import { giveWay } from "#src/platform/http/requests.ts";
import { admin, defineModule } from "#src/platform/http/routes.ts";
import { parseValidPhone } from "#src/platform/phone-numbers.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import {
  type Columns,
  createColumns,
  hasLostDigits,
  IMPORT_COLUMNS,
  isCountryDayFirst,
  readRow,
} from "#src/shared/contact-csv/csv-columns.ts";
import { UnreadableFile } from "#src/shared/contact-csv/csv-parser.ts";
import { type CsvRow, createCsvReader } from "#src/shared/contact-csv/csv-reader.ts";
import {
  guessRoles,
  TEXTING_ROLES,
  type TextingRole,
} from "#src/shared/contact-csv/texting-columns.ts";
import { fieldProblem } from "#src/shared/problem.ts";
import type { Upload } from "#src/shared/upload-endpoint.ts";
import { type ChunkRow, createChunkWriter } from "./import-chunks.ts";
import {
  type CheckedNumber,
  type FileImport,
  type FileImportResult,
  type Import,
  type ImportResult,
  imports,
} from "./import-contract.ts";
import { importRows } from "./import-rows.ts";
import { readLastImport, undoLastImport } from "./import-undo.ts";
import { getImportProgress, type RunningImport, runImport, stopImport } from "./running-imports.ts";

export const importModule = defineModule(imports, {
  checkNumbers: admin(({ app, body }) => checkNumbers(app, body.phoneNumbers)),
  batch: admin(({ app, actor, body }) => importContacts(app, actor, body)),
  file: admin(({ app, actor, body, query }) => importFile(app, actor, body, query)),
  progress: admin(({ app, actor, params }) => getImportProgress(app, actor, params.key)),
  stop: admin(({ app, actor, params }) => stopImport(app, actor, params.key)),
  last: admin(({ app }) => readLastImport(app)),
  undo: admin(({ app, actor }) => undoLastImport(app, actor)),
});

/**
 * Rows that are sorted by number and then written together. Adjacent numbers are on the same pages of
 * their index: a million rows took a quarter less CPU than in the file's order. A file with fewer rows
 * keeps its order.
 */
const CHUNK = 20_000;
const MAX_ROWS = 2_000_000;
/** Milliseconds of reading between two yields. A number from outside the US takes about 15 µs. */
const READ_MS = 4;

/**
 * Imports a CSV file while it arrives, in short transactions. Written rows stay when the upload breaks off;
 * the same import may then be sent again, and contacts of the first attempt count as imported.
 * @throws Problem 400 for a file that can't be read, 409 when it was stopped, 507 while disk space is low
 */
function importFile(
  app: App,
  actor: Staff,
  upload: Upload,
  request: FileImport,
): Promise<FileImportResult> {
  requireDiskSpace(app.config);
  const importKey = request.importKey ?? crypto.randomUUID();
  return runImport(app, actor, importKey, async (running) => {
    try {
      return await importRunning(app, actor, upload, { ...request, importKey }, running);
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      throw fieldProblem(400, "file", error.message);
    }
  });
}

async function importRunning(
  app: App,
  actor: Staff,
  { charset, pieces }: Upload,
  request: FileImport & { readonly importKey: string },
  running: RunningImport,
): Promise<FileImportResult> {
  const { country } = getSettings(app);
  const reader = createCsvReader(charset);
  const writer = createChunkWriter(app, actor, request, running);
  let columns: Columns | undefined;
  let chunk: ChunkRow[] = [];
  let isSorted = false;
  let count = 0;

  async function read(rows: readonly CsvRow[]): Promise<void> {
    let started = performance.now();
    for (const { number, cells } of rows) {
      if (!columns) {
        columns = columnsOf(cells, request, country);
        continue;
      }
      count += 1;
      if (count > MAX_ROWS)
        throw new UnreadableFile("Import at most 2,000,000 rows at a time. Split the file.");
      const row = readRow(cells, columns);
      // Written when another row follows, so that the last write is never empty.
      if (chunk.length === CHUNK) {
        isSorted = true;
        await write(false);
        started = performance.now();
      }
      const phone =
        row.phoneNumber === "" ? undefined : parseImportedPhone(row.phoneNumber, country);
      chunk.push({ number, row, phone, key: Number(phone ?? 0) });
      if (chunk.length % 64 === 0 && performance.now() - started > READ_MS) {
        await giveWay(app);
        started = performance.now();
      }
    }
  }

  async function write(isLast: boolean): Promise<void> {
    const rows = chunk;
    chunk = [];
    // Stable: the first of two rows with the same number stays the first.
    await writer.write(isSorted ? rows.sort((one, other) => one.key - other.key) : rows, isLast);
  }

  for await (const piece of pieces(running.stop.signal)) {
    await read(reader.push(piece));
    if (running.stop.signal.aborted) break;
    await giveWay(app);
  }
  writer.requireRunning();
  await read(reader.end());
  if (count === 0)
    throw new UnreadableFile("CSV file must have at least a header row and one data row");
  await write(true);
  return writer.result();
}

/** @throws Problem 400 for a column that the file does not have, and for one that may be about texts and was not mapped */
function columnsOf(header: readonly string[], request: FileImport, country: string): Columns {
  const single = Object.fromEntries(IMPORT_COLUMNS.map((column) => [column, request[column]]));
  const roles = TEXTING_ROLES.flatMap(
    (role) => request[role]?.split(",").map((at) => [role, Number(at)] as const) ?? [],
  );
  const texting: Record<number, TextingRole> = {};
  for (const [role, at] of roles) {
    if (at in texting) throw fieldProblem(400, role, `Column ${at} can't mean two things.`);
    texting[at] = role;
  }
  for (const [column, at = 0] of [...Object.entries(single), ...roles])
    if (at >= header.length)
      throw fieldProblem(400, column, `The file has only ${header.length} columns.`);
  const [open] =
    [...guessRoles(header, single)].find(([at, role]) => role !== "ignored" && !(at in texting)) ??
    [];
  if (open !== undefined)
    throw fieldProblem(
      400,
      "consent",
      `The column "${header[open]}" at position ${open} may be about texts. Send its position as consent when yes means that they agreed, as optedOut when yes means that they opted out, or as ignored.`,
    );
  return createColumns(
    { ...single, texting },
    header.map((cell) => cell.trim()),
    request.dayFirst ? request.dayFirst === "true" : isCountryDayFirst(country),
  );
}

/** Reads numbers as an import would, so that its preview shows what will be imported. */
function checkNumbers(app: App, typed: readonly string[]): CheckedNumber[] {
  const { country } = getSettings(app);
  const phones = typed.map((number) => parseImportedPhone(number, country));
  const existing = contactsByPhone(
    app.db,
    phones.filter((phone) => phone !== undefined),
  );
  return phones.map((phone) => ({
    phoneNumber: phone ?? null,
    existing: (phone && existing.get(phone)?.name) ?? null,
  }));
}

/**
 * Imports one batch of a file in one transaction.
 * @throws Problem 404 when the tag does not exist, 507 while disk space is low
 */
function importContacts(app: App, actor: Staff, batch: Import): ImportResult {
  requireDiskSpace(app.config);
  const { country } = getSettings(app);
  const rows = batch.contacts;
  const phones = rows.map((row) => parseImportedPhone(row.phoneNumber, country));
  const run = () => importRows(app, actor, { rows, phones }, batch);
  const { seen: _, ...result } = batch.dryRun ? run() : inTransaction(app.db, run);
  return result;
}

/**
 * Reads a cell with one number, or several such as "030 1234 / 0151 23456789" or Google's "+1 … ::: +1 …": the first
 * mobile number counts, otherwise the first number.
 */
function parseImportedPhone(cell: string, country: string): string | undefined {
  if (hasLostDigits(cell)) return undefined;
  const whole = parseValidPhone(cell, country);
  if (whole) return whole;
  const parts = cell.split(SEPARATORS).toSorted((one, other) => rankOf(one) - rankOf(other));
  const phones = parts.flatMap((part) => parseValidPhone(part.replace(LABEL, ""), country) ?? []);
  return phones.find((phone) => parsePhoneNumberFromString(phone)?.isValid()) ?? phones[0];
}

const SEPARATORS = /:::|[;,/|\n]|\s(?:or|and|und|oder|et|ou|y|o)\s/i;
/** Such as "M:" or "(cell)". */
const LABEL = /^[\s\p{L}.]*:|\(?\s*\p{L}[\p{L}\s.]*\)?\s*$/gu;

/** In countries such as the US the number doesn't tell whether it's mobile, but its label may. */
function rankOf(part: string): number {
  if (/\b(?:m|c|mobile?|mob|cell|handy|portable|movil)\b/i.test(part)) return 0;
  return /\b(?:h|w|home|work|office|landline|privat|casa)\b/i.test(part) ? 2 : 1;
}
