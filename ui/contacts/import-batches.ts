import { contacts, IMPORT_BATCH, type ImportResult } from "#src/contacts/contract.ts";
import { ApiError, type Call } from "#ui/api.ts";
import type { CsvRow, ReadyRow } from "./csv-rows.ts";

type Why = ImportResult["skippedRows"][number]["reason"];

export interface SkippedRow {
  readonly source: CsvRow;
  readonly why: Why | "no-phone";
  /** The same in words, with the name of whoever has the number. */
  readonly reason: string;
}

export interface Outcome {
  readonly imported: number;
  readonly skipped: readonly SkippedRow[];
}

interface Import {
  readonly rows: readonly ReadyRow[];
  readonly consentBasis: string;
  readonly onProgress: (done: number) => void;
}

/** One batch after the other, so that a number that is twice in the file is found by the server. */
export async function importInBatches(call: Call, wanted: Import): Promise<Outcome> {
  const { rows, onProgress } = wanted;
  const skipped: SkippedRow[] = [];
  let imported = 0;

  for (let at = 0; at < rows.length; at += IMPORT_BATCH) {
    const batch = rows.slice(at, at + IMPORT_BATCH);
    const result = await sendTwiceAtMost(call, batch, wanted.consentBasis);
    imported += result.imported;
    for (const { index, reason, words } of result.skippedRows) {
      const row = batch[index];
      if (row) skipped.push({ source: row.source, why: reason, reason: words });
    }
    onProgress(at + batch.length);
  }
  return { imported, skipped };
}

/** The key makes the second try answer what the first one did, should only its answer be lost. */
async function sendTwiceAtMost(
  call: Call,
  batch: readonly ReadyRow[],
  consentBasis: string,
): Promise<ImportResult> {
  const idempotencyKey = crypto.randomUUID();
  const rows = batch.map(({ firstName, lastName, phoneNumber }) => ({
    firstName,
    lastName,
    phoneNumber,
  }));
  const send = () =>
    call(contacts.bulkImport, {
      body: { contacts: rows, ...(consentBasis && { consentBasis }) },
      idempotencyKey,
    });
  return send().catch((error: unknown) => {
    // A no of the server stays a no.
    if (error instanceof ApiError && error.status < 500) throw error;
    return send();
  });
}
