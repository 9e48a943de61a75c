import { contacts, IMPORT_BATCH, type ImportResult } from "#src/clients/contacts/contract.ts";
import { type Api, ApiError } from "#ui/api.ts";
import type { CsvRow, ReadyRow } from "./csv-rows.ts";
import { REASONS, type RowProblem } from "./import-reasons.ts";

export interface SkippedRow {
  readonly source: CsvRow;
  readonly why: RowProblem;
  /** The reason as a sentence, with the name of the contact that has the number. */
  readonly reason: string;
}

export interface Outcome {
  readonly imported: number;
  /** Clients whom the file opted out, existing contacts included. */
  readonly optedOut: number;
  /** Tags that did not exist before. */
  readonly newTags: readonly string[];
  readonly skipped: readonly SkippedRow[];
}

/** Options for the whole file. */
export interface ImportOptions {
  readonly consentBasis: string;
  /** A tag for imported contacts; "" for none. */
  readonly tag: string;
  /** Whether existing contacts get the tag as well. */
  readonly tagPresent: boolean;
}

/** A row with what its check found. */
interface CheckedRow extends ReadyRow {
  readonly problem?: RowProblem | undefined;
}

interface Import extends ImportOptions {
  readonly rows: readonly CheckedRow[];
  /** A dry run: imports nothing. */
  readonly dryRun?: boolean;
  readonly onProgress: (done: number) => void;
}

/**
 * Sends one batch at a time. Rows of existing contacts are sent too, because the file may opt them
 * out. The server sees each batch alone, so a number from an earlier batch counts as an existing
 * contact there; here it is reported as a duplicate in the file.
 */
export async function importInBatches(api: Api, request: Import): Promise<Outcome> {
  const { onProgress, dryRun = false } = request;
  // A dry run leaves no contact behind that a later batch could find.
  const isRepeated = ({ problem }: CheckedRow) => dryRun && problem === "twice-in-file";
  const rows = request.rows.filter((row) => !isRepeated(row));
  const skipped: SkippedRow[] = request.rows
    .filter(isRepeated)
    .map(({ source }) => ({ source, ...TWICE }));
  const newTags = new Set<string>();
  const importKey = crypto.randomUUID();
  let imported = 0;
  let optedOut = 0;

  for (let at = 0; at < rows.length; at += IMPORT_BATCH) {
    const batch = rows.slice(at, at + IMPORT_BATCH);
    const result = await sendWithRetry(api, batch, { ...request, dryRun, importKey });
    imported += result.imported;
    optedOut += result.optedOut;
    for (const tag of result.newTags ?? []) newTags.add(tag);
    for (const { index, reason, words } of result.skippedRows) {
      const row = batch[index];
      if (!row) continue;
      const twice = reason === "already-a-contact" && row.problem === "twice-in-file";
      skipped.push({ source: row.source, ...(twice ? TWICE : { why: reason, reason: words }) });
    }
    onProgress(at + batch.length);
  }
  return { imported, optedOut, skipped, newTags: [...newTags] };
}

const TWICE = { why: "twice-in-file", reason: REASONS["twice-in-file"].sentence } as const;

/**
 * With the same key, the second attempt returns the first one's reply if only the reply was lost.
 */
async function sendWithRetry(
  api: Api,
  batch: readonly CheckedRow[],
  {
    consentBasis,
    tag,
    tagPresent,
    dryRun,
    importKey,
  }: ImportOptions & { readonly dryRun: boolean; readonly importKey: string },
): Promise<ImportResult> {
  const idempotencyKey = crypto.randomUUID();
  const rows = batch.map(({ source: _, problem: __, ...row }) => row);
  const send = () =>
    api(contacts.bulkImport, {
      body: {
        contacts: rows,
        ...(consentBasis && { consentBasis }),
        ...(tag && { tag, tagPresent }),
        importKey,
        ...(dryRun && { dryRun }),
      },
      idempotencyKey,
    });
  return send().catch((error: unknown) => {
    // A refusal is not retried.
    if (error instanceof ApiError && error.status < 500) throw error;
    return send();
  });
}
