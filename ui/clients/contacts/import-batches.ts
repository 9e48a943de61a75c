import { contacts, IMPORT_BATCH, type ImportResult } from "#src/clients/contacts/contract.ts";
import { type Api, ApiError } from "#ui/api.ts";
import type { CsvRow, ReadyRow } from "./csv-rows.ts";

type RowProblem = ImportResult["skippedRows"][number]["reason"];

export interface SkippedRow {
  readonly source: CsvRow;
  readonly why: RowProblem | "no-phone";
  /** The reason as a sentence, with the name of the contact that has the number. */
  readonly reason: string;
}

export interface Outcome {
  readonly imported: number;
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

interface Import extends ImportOptions {
  readonly rows: readonly ReadyRow[];
  readonly onProgress: (done: number) => void;
}

/**
 * Sends one batch at a time. The server sees each batch alone, so a number from an earlier batch
 * counts as an existing contact there; here it is reported as a duplicate in the file.
 */
export async function importInBatches(api: Api, request: Import): Promise<Outcome> {
  const { rows, onProgress } = request;
  const cameIn = new Set<string>();
  const skipped: SkippedRow[] = [];
  let imported = 0;

  for (let at = 0; at < rows.length; at += IMPORT_BATCH) {
    const batch = rows.slice(at, at + IMPORT_BATCH);
    const result = await sendWithRetry(api, batch, request);
    imported += result.imported;
    for (const { index, reason, words } of result.skippedRows) {
      const row = batch[index];
      if (!row) continue;
      const twice = reason === "already-a-contact" && cameIn.has(row.phoneNumber);
      skipped.push({ source: row.source, ...(twice ? TWICE : { why: reason, reason: words }) });
    }
    const left = new Set(result.skippedRows.map(({ index }) => index));
    for (const [index, { phoneNumber }] of batch.entries())
      if (!left.has(index)) cameIn.add(phoneNumber);
    onProgress(at + batch.length);
  }
  return { imported, skipped };
}

const TWICE = { why: "twice-in-file", reason: "The number is twice in the file" } as const;

/**
 * With the same key, the second attempt returns the first one's reply if only the reply was lost.
 */
async function sendWithRetry(
  api: Api,
  batch: readonly ReadyRow[],
  { consentBasis, tag, tagPresent }: ImportOptions,
): Promise<ImportResult> {
  const idempotencyKey = crypto.randomUUID();
  const rows = batch.map(({ firstName, lastName, phoneNumber }) => ({
    firstName,
    lastName,
    phoneNumber,
  }));
  const send = () =>
    api(contacts.bulkImport, {
      body: {
        contacts: rows,
        ...(consentBasis && { consentBasis }),
        ...(tag && { tag, tagPresent }),
      },
      idempotencyKey,
    });
  return send().catch((error: unknown) => {
    // A refusal is not retried.
    if (error instanceof ApiError && error.status < 500) throw error;
    return send();
  });
}
