import { contacts, IMPORT_BATCH, type ImportResult } from "#src/clients/contacts/contract.ts";
import { type Api, ApiError } from "#ui/api.ts";
import type { CsvRow, ReadyRow } from "./csv-rows.ts";

type RowProblem = ImportResult["skippedRows"][number]["reason"];

export interface SkippedRow {
  readonly source: CsvRow;
  readonly why: RowProblem | "no-phone";
  /** The same in words, with the name of whoever has the number. */
  readonly reason: string;
}

export interface Outcome {
  readonly imported: number;
  readonly skipped: readonly SkippedRow[];
}

/** What goes for the whole file. */
export interface ImportOptions {
  readonly consentBasis: string;
  /** Put on what is imported; "" for none. */
  readonly tag: string;
  /** Also on those who were contacts before. */
  readonly tagPresent: boolean;
}

interface Import extends ImportOptions {
  readonly rows: readonly ReadyRow[];
  readonly onProgress: (done: number) => void;
}

/**
 * One batch after the other. The server knows only the batch: to it, a number that came in with an
 * earlier one is a contact already; here it is known to be twice in the file.
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

/** The key makes the second try answer what the first one did, should only its answer be lost. */
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
    // A no of the server stays a no.
    if (error instanceof ApiError && error.status < 500) throw error;
    return send();
  });
}
