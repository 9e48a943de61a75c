import {
  type FileImportProgress,
  type FileImportResult,
  imports,
  type RowProblem,
} from "#src/clients/contacts/import-contract.ts";
import type { Mapping } from "#src/shared/contact-csv/csv-columns.ts";
import type { CsvRow } from "#src/shared/contact-csv/csv-reader.ts";
import { parseRowRanges } from "#src/shared/contact-csv/row-ranges.ts";
import type { TextingRole } from "#src/shared/contact-csv/texting-columns.ts";
import { type Api, ApiError } from "#ui/api.ts";
import { type CsvFile, columnsOf } from "./csv-file.ts";
import { type ImportCheck, REASONS } from "./import-check.ts";

export interface SkippedRow {
  readonly source: CsvRow;
  readonly why: RowProblem;
  /** The reason as a sentence, with the name of the contact that has the number. */
  readonly reason: string;
}

export interface Outcome {
  readonly imported: number;
  /** Clients that the file opted out, including existing contacts. */
  readonly optedOut: number;
  /** Clients that the file limits to texts about appointments. */
  readonly appointmentsOnly: number;
  readonly newTags: readonly string[];
  /** In the order of the file. */
  readonly skipped: readonly SkippedRow[];
}

export interface ImportOptions {
  readonly consentBasis: string;
  /** A tag for imported contacts; "" for none. */
  readonly tag: string;
  /** Whether existing contacts get the tag as well. */
  readonly tagPresent: boolean;
}

export interface ImportRequest extends ImportOptions {
  readonly file: CsvFile;
  readonly mapping: Mapping;
  readonly check: ImportCheck;
  /** The same for a repeat, which then imports the rest. */
  readonly importKey: string;
  readonly dryRun: boolean;
}

/** The server refused or lost the import after it had handled some rows. */
export class ImportBroken extends Error {
  override readonly name = "ImportBroken";
  readonly progress: FileImportProgress;

  constructor(progress: FileImportProgress, cause: unknown) {
    super("The import broke", { cause });
    this.progress = progress;
  }
}

const POLL_MS = 500;

/** Uploads the file and follows its import. @throws ImportBroken, ApiError */
export async function uploadImport(
  api: Api,
  request: ImportRequest,
  signal: AbortSignal,
  onProgress: (rows: number) => void,
): Promise<Outcome> {
  const readProgress = () =>
    api(imports.progress, { params: { key: request.importKey } }).catch(() => undefined);
  let isSending = true;
  // Polled, because a proxy may buffer the upload and the reply.
  const poll = async () => {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      if (!isSending) return;
      const progress = await readProgress();
      if (isSending && progress) onProgress(progress.rows);
    }
  };
  void poll();
  try {
    return toOutcome(request, await send(api, request, signal));
  } catch (error) {
    // A proxy may have given up on the reply while the server still imports.
    const isLost = !signal.aborted && !(error instanceof ApiError && error.status < 500);
    let progress = await readProgress();
    while (isLost && progress?.state === "running") {
      onProgress(progress.rows);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
      progress = await readProgress();
    }
    if (isLost && progress?.result) return toOutcome(request, progress.result);
    if (progress && progress.rows > 0) throw new ImportBroken(progress, error);
    throw error;
  } finally {
    isSending = false;
  }
}

function send(
  api: Api,
  { file, mapping, consentBasis, tag, tagPresent, importKey, dryRun }: ImportRequest,
  signal: AbortSignal,
): Promise<FileImportResult> {
  const { source, charset } = file;
  const { texting = {}, ...single } = mapping;
  const listRole = (role: TextingRole) =>
    Object.keys(texting)
      .filter((at) => texting[Number(at)] === role)
      .join();
  return api(imports.file, {
    query: {
      ...single,
      consent: listRole("consent"),
      optedOut: listRole("optedOut"),
      ignored: listRole("ignored"),
      phoneNumber: mapping.phoneNumber ?? 0,
      dayFirst: columnsOf(file, mapping).dayFirst ? "true" : "false",
      ...(consentBasis && { consentBasis }),
      ...(tag && { tag, tagPresent: tagPresent ? "true" : "false" }),
      importKey,
      ...(dryRun && { dryRun: "true" }),
    },
    body: source.slice(0, source.size, `text/csv;charset=${charset}`),
    signal,
  });
}

/** The server names rows by number; the file and its check have the rest. */
function toOutcome({ file, check }: ImportRequest, result: FileImportResult): Outcome {
  const { imported, optedOut, appointmentsOnly, newTags } = result;
  const why = new Map(
    result.skipped.flatMap(({ why, rows }) =>
      parseRowRanges(rows).map((number) => [number, why] as const),
    ),
  );
  const skipped = file.rows.flatMap((source, at) => {
    const problem = why.get(source.number);
    if (!problem) return [];
    const checked = check.rows[at];
    const isKnown = checked?.problem === problem;
    const reason = isKnown ? checked.reason : REASONS[problem].sentence;
    return [{ source, why: problem, reason }];
  });
  return { imported, optedOut, appointmentsOnly, newTags, skipped };
}
