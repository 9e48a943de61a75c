import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation } from "wouter";
import { type FileImportProgress, imports } from "#src/clients/contacts/import-contract.ts";
import { SPREADSHEET_ADVICE } from "#src/shared/contact-csv/csv-charset.ts";
import { type Mapping, phoneCell } from "#src/shared/contact-csv/csv-columns.ts";
import { UnreadableFile } from "#src/shared/contact-csv/csv-parser.ts";
import { errorMessage, useApi } from "#ui/api.ts";
import { classes } from "#ui/kit/classes.ts";
import { Dialog } from "#ui/kit/dialog.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { refresh } from "#ui/shell/data/read.ts";
import { type CsvFile, NoRows, readCsv } from "./csv-file.ts";
import { guessColumns, hasRequiredColumns } from "./guess-columns.ts";
import type { ImportCheck } from "./import-check.ts";
import { ImportResult } from "./import-result.tsx";
import { FileStep, ImportBrokenStep, ImportProgress } from "./import-steps.tsx";
import { MappingStep } from "./mapping-step.tsx";
import {
  ImportBroken,
  type ImportOptions,
  type ImportRequest,
  type Outcome,
  uploadImport,
} from "./upload-import.ts";

interface ImportDialogProps {
  onClose: () => void;
  /** Refetches everything, because some rows may have been imported. */
  onImported: () => void;
}

type Step =
  | { readonly at: "file"; readonly advice?: string }
  | { readonly at: "mapping"; readonly file: CsvFile; readonly mapping: Mapping }
  | {
      readonly at: "sending";
      readonly done: number;
      readonly total: number;
      readonly stop: () => void;
    }
  | {
      readonly at: "broken";
      readonly request: ImportRequest;
      readonly progress: FileImportProgress;
      readonly reason: string;
    }
  | { readonly at: "trial"; readonly request: ImportRequest; readonly outcome: Outcome }
  | { readonly at: "result"; readonly file: CsvFile; readonly outcome: Outcome };

const SPREADSHEET = /\.(?:xlsx?|xlsm|numbers|ods)$/i;

const UNREADABLE = "We can't read this file. Save it as CSV UTF-8, then choose the new file.";

const DESCRIPTIONS: Record<Step["at"], string> = {
  file: "Choose a file with a header row: names, and a phone number for each client.",
  mapping: "Match the columns, then check the first rows.",
  sending: "Keep this page open until the import is done.",
  broken: "The import isn't complete.",
  trial: "Nothing has changed yet. This is what the import will do.",
  result: "Here's what we imported.",
};

export function ImportDialog({ onClose, onImported }: ImportDialogProps) {
  const api = useApi();
  const client = useQueryClient();
  const toasts = useToasts();
  const [, navigate] = useLocation();
  const { data: settings } = useQuery(shellSettingsQuery(api));
  const [step, setStep] = useState<Step>({ at: "file" });
  const [options, setOptions] = useState<ImportOptions>({
    consentBasis: "",
    tag: "",
    tagPresent: false,
  });
  useUnloadGuard(step.at === "sending");

  async function choose(chosen: File) {
    if (!/\.csv$/i.test(chosen.name)) {
      if (SPREADSHEET.test(chosen.name)) setStep({ at: "file", advice: SPREADSHEET_ADVICE });
      return toasts.error("Invalid file type", "Please select a CSV file");
    }
    try {
      const file = await readCsv(chosen, settings?.country ?? "US");
      setStep({ at: "mapping", file, mapping: guessColumns(file) });
    } catch (error) {
      if (error instanceof NoRows) return toasts.error("Import failed", error.message);
      const advice = error instanceof UnreadableFile ? error.message : UNREADABLE;
      setStep({ at: "file", advice });
    }
  }

  function start(file: CsvFile, mapping: Mapping, check: ImportCheck, dryRun: boolean) {
    if (!hasRequiredColumns(mapping))
      return toasts.error(
        "Missing mapping",
        "Match first name, last name and phone number to columns",
      );
    if (!file.rows.some(({ cells }) => phoneCell(cells, mapping.phoneNumber) !== ""))
      return toasts.error("No contacts found", "No row has a phone number");
    return send({
      file,
      mapping,
      check,
      dryRun,
      importKey: crypto.randomUUID(),
      consentBasis: options.consentBasis.trim(),
      tag: options.tag.trim(),
      tagPresent: options.tagPresent,
    });
  }

  async function send(request: ImportRequest) {
    const { file, mapping, importKey, dryRun } = request;
    const abort = new AbortController();
    const stop = () => {
      // A proxy may have the whole file already, so ending the upload is not enough.
      void api(imports.stop, { params: { key: importKey } }).catch(() => undefined);
      abort.abort();
    };
    const show = (done: number) => setStep({ at: "sending", done, total: file.rows.length, stop });
    show(0);
    try {
      const outcome = await uploadImport(api, request, abort.signal, show);
      if (dryRun) return setStep({ at: "trial", request, outcome });
      setStep({ at: "result", file, outcome });
      onImported();
    } catch (error) {
      if (error instanceof ImportBroken && !dryRun)
        setStep({
          at: "broken",
          request,
          progress: error.progress,
          reason: abort.signal.aborted
            ? "You stopped the import."
            : errorMessage(error.cause, "The connection was lost."),
        });
      else {
        if (!abort.signal.aborted)
          toasts.error("Import failed", errorMessage(error, "Failed to import contacts"));
        setStep({ at: "mapping", file, mapping });
      }
    }
    await refresh(client, "contacts", "tags");
  }

  return (
    <Dialog
      onClose={() => step.at === "sending" || onClose()}
      title="Import CSV"
      description={DESCRIPTIONS[step.at]}
      size={step.at === "mapping" ? "wide" : "normal"}
      className={classes(
        // The dialog cannot be closed during the import, so it shows no way to.
        step.at === "sending" && "[&>header>.btn]:hidden",
      )}
    >
      {step.at === "file" && <FileStep advice={step.advice} onChoose={choose} onCancel={onClose} />}
      {step.at === "mapping" && (
        <MappingStep
          file={step.file}
          mapping={step.mapping}
          onMapping={(mapping) => setStep({ ...step, mapping })}
          options={options}
          onOptions={setOptions}
          onReplace={choose}
          onCancel={onClose}
          onTry={(check) => start(step.file, step.mapping, check, true)}
          onImport={(check) => start(step.file, step.mapping, check, false)}
        />
      )}
      {step.at === "sending" && (
        <ImportProgress done={step.done} total={step.total} onStop={step.stop} />
      )}
      {step.at === "broken" && (
        <ImportBrokenStep
          progress={step.progress}
          total={step.request.file.rows.length}
          reason={step.reason}
          onRetry={() => send(step.request)}
          onClose={onClose}
        />
      )}
      {step.at === "trial" && (
        <ImportResult
          file={step.request.file}
          outcome={step.outcome}
          trial={{
            onBack: () =>
              setStep({ at: "mapping", file: step.request.file, mapping: step.request.mapping }),
            onImport:
              step.outcome.imported + step.outcome.optedOut > 0 || options.tagPresent
                ? () => start(step.request.file, step.request.mapping, step.request.check, false)
                : undefined,
          }}
          onClose={onClose}
        />
      )}
      {step.at === "result" && (
        <ImportResult
          file={step.file}
          outcome={step.outcome}
          onCampaign={() => navigate("/campaigns?new=1")}
          onClose={onClose}
        />
      )}
    </Dialog>
  );
}

function useUnloadGuard(active: boolean) {
  useEffect(() => {
    if (!active) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [active]);
}
