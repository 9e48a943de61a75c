import { importParts } from "#db/clients/contact-imports.ts";
import { inDeferredTransaction, inTransaction, whenFree } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { requireDiskSpace } from "#src/platform/disk/disk.ts";
import { giveWay, isInUse } from "#src/platform/http/requests.ts";
import type { ReadRow } from "#src/shared/contact-csv/csv-columns.ts";
import { createRowRanges } from "#src/shared/contact-csv/row-ranges.ts";
import { Problem } from "#src/shared/problem.ts";
import type { FileImport, FileImportResult, RowProblem } from "./import-contract.ts";
import { type ImportMemory, importRows, type RowsToImport } from "./import-rows.ts";
import type { RunningImport } from "./running-imports.ts";

/** A row of the file with its number in the file. */
export interface ChunkRow {
  readonly number: number;
  readonly row: ReadRow;
  /** E.164; undefined when it can't be read. */
  readonly phone: string | undefined;
  /** The number as a number, for sorting; 0 without one. */
  readonly key: number;
}

interface ChunkWriter {
  /** Writes rows in transactions of a few milliseconds; only the very last waits for the disk. @throws Problem 409 when the import was stopped, 507 */
  readonly write: (rows: readonly ChunkRow[], isLast: boolean) => Promise<void>;
  readonly requireRunning: () => void;
  readonly result: () => FileImportResult;
}

/**
 * CPU time of a slice while other requests arrive, and while none do. Larger slices cost less per row, 20 µs
 * with 1,000 rows and 29 µs with 250, but keep other requests waiting: with 3 ms instead of 5, a file takes a fifth
 * longer beside others, and half of them are answered within 2.5 ms instead of 4.3.
 */
const BUSY_MS = 3;
const QUIET_MS = 20;
const QUIET_AFTER_MS = 500;
const FIRST_SLICE = 200;
const MIN_SLICE = 50;
const MAX_SLICE = 1_000;

export function createChunkWriter(
  app: App,
  actor: Staff,
  request: FileImport & { readonly importKey: string },
  running: RunningImport,
): ChunkWriter {
  const options = {
    ...request,
    tagId: undefined,
    tagPresent: request.tagPresent === "true",
    dryRun: request.dryRun === "true",
  };
  const seen = createNumberSet();
  const memory: ImportMemory = {
    hasSeen: seen.has,
    isOwn: earlierContacts(app, actor, request.importKey),
  };
  const skipped = new Map<RowProblem, ReturnType<typeof createRowRanges>>();
  const newTags = new Set<string>();
  let optedOut = 0;
  let appointmentsOnly = 0;
  let size = FIRST_SLICE;

  function requireRunning(): void {
    if (running.stop.signal.aborted)
      throw new Problem(409, "The import was stopped. Contacts imported so far will stay.");
  }

  async function writeSlice(
    slice: readonly ChunkRow[],
    problems: Problems,
    transact: typeof inTransaction,
  ): Promise<void> {
    const numbered = slice.filter(({ row }) => row.phoneNumber !== "");
    const rows: RowsToImport = {
      rows: numbered.map(({ row }) => row),
      phones: numbered.map(({ phone }) => phone),
    };
    const run = () => importRows(app, actor, rows, options, memory);
    const done = await whenFree(() => (options.dryRun ? run() : transact(app.db, run)));
    for (const phone of done.seen) seen.add(phone);
    for (const tag of done.newTags ?? []) newTags.add(tag);
    for (const { number, row } of slice)
      if (row.phoneNumber === "") problems["no-phone"].push(number);
    for (const { index, reason } of done.skippedRows)
      problems[reason].push(numbered[index]?.number ?? 0);
    optedOut += done.optedOut;
    appointmentsOnly += done.appointmentsOnly;
    running.imported += done.imported;
    running.rows += slice.length;
  }

  async function write(rows: readonly ChunkRow[], isLast: boolean): Promise<void> {
    requireDiskSpace(app.config);
    const problems = noProblems();
    for (let at = 0; at < rows.length; ) {
      requireRunning();
      const slice = rows.slice(at, at + size);
      at += slice.length;
      const started = cpuMs();
      const isDurable = isLast && at === rows.length;
      await writeSlice(slice, problems, isDurable ? inTransaction : inDeferredTransaction);
      const spent = cpuMs() - started;
      await giveWay(app);
      size = nextSize(slice.length, spent, isInUse(app, QUIET_AFTER_MS) ? BUSY_MS : QUIET_MS);
    }
    for (const [why, numbers] of Object.entries(problems) as [RowProblem, number[]][])
      skipped.getOrInsertComputed(why, createRowRanges).add(numbers.sort((a, b) => a - b));
  }

  return {
    write,
    requireRunning,
    result: () => ({
      imported: running.imported,
      optedOut,
      appointmentsOnly,
      newTags: [...newTags],
      skipped: [...skipped].flatMap(([why, ranges]) =>
        ranges.count() > 0 ? [{ why, count: ranges.count(), rows: ranges.format() }] : [],
      ),
    }),
  };
}

type Problems = Record<RowProblem, number[]>;

function noProblems(): Problems {
  return { "no-phone": [], "invalid-phone": [], "already-a-contact": [], "twice-in-file": [] };
}

/** CPU time, because a slice may also have waited for the disk or for other programs. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The rows that would have taken `budget`, approached in steps. */
function nextSize(rows: number, ms: number, budget: number): number {
  const fitting = (rows * budget) / Math.max(ms, 0.1);
  const step = Math.min(rows * 1.5, Math.max(rows / 1.5, fitting));
  return Math.round(Math.min(MAX_SLICE, Math.max(MIN_SLICE, step)));
}

/** Returns whether an earlier attempt at the same import created a contact. */
function earlierContacts(app: App, actor: Staff, importKey: string): (id: number) => boolean {
  const ranges: [first: number, last: number][] = [];
  for (const part of importParts(app.db, importKey)) {
    if (part.userId !== actor.id) continue;
    const last = ranges.at(-1);
    if (last && part.firstContactId === last[1] + 1) last[1] = part.lastContactId;
    else ranges.push([part.firstContactId, part.lastContactId]);
  }
  return (id) => ranges.some(([first, last]) => id >= first && id <= last);
}

const SETS = 64;

/** A set of a million numbers would stop the event loop for 50 ms when it grows; each of these is small. */
function createNumberSet() {
  const sets = Array.from({ length: SETS }, () => new Set<number>());
  const setOf = (key: number) => sets[key % SETS];
  return {
    has: (phone: string) => setOf(Number(phone))?.has(Number(phone)) ?? false,
    add: (phone: string) => {
      setOf(Number(phone))?.add(Number(phone));
    },
  };
}
