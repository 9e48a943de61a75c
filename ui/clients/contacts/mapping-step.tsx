import FileSpreadsheet from "lucide-react/icons/file-spreadsheet";
import type { Mapping } from "#src/shared/contact-csv/csv-columns.ts";
import { Button } from "#ui/kit/button.tsx";
import { ChooseFile } from "#ui/kit/choose-file.tsx";
import { DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Glyph } from "#ui/kit/glyph.tsx";
import { Select } from "#ui/kit/select.tsx";
import { formatCount } from "#ui/shell/format/plural.ts";
import type { CsvFile } from "./csv-file.ts";
import { COLUMN_LABELS } from "./guess-columns.ts";
import { type ImportCheck, useImportCheck } from "./import-check.ts";
import { ImportOptionFields } from "./import-options.tsx";
import { countProblems } from "./import-reasons.ts";
import { PreviewTable } from "./preview-table.tsx";
import type { ImportOptions } from "./upload-import.ts";

interface MappingStepProps {
  file: CsvFile;
  mapping: Mapping;
  onMapping: (mapping: Mapping) => void;
  options: ImportOptions;
  onOptions: (options: ImportOptions) => void;
  onReplace: (file: File) => void;
  onCancel: () => void;
  onTry: (check: ImportCheck) => void;
  onImport: (check: ImportCheck) => void;
}

const NONE = "none";

export function MappingStep(props: MappingStepProps) {
  const { file, mapping, onMapping } = props;
  const check = useImportCheck(file, mapping.phoneNumber);
  const isChecking = mapping.phoneNumber !== undefined && !check.isDone && !check.error;
  const columns = file.headers.map((header, at) => ({
    value: String(at),
    label: header || `Column ${at + 1}`,
  }));

  return (
    <>
      <DialogBody className="flex flex-col gap-5">
        <div className="flex items-center gap-3 rounded-lg bg-hover px-3 py-2.5">
          <Glyph icon={FileSpreadsheet} tone="good" />
          <div className="flex-1 min-w-0">
            <div className="h3 clip">{file.name}</div>
            <div className="xs faint num">
              {formatCount(file.rows.length, "row")}, {formatCount(file.headers.length, "column")}
            </div>
          </div>
          <ChooseFile variant="quiet" onChoose={props.onReplace}>
            Replace
          </ChooseFile>
        </div>
        <div className="grid grid-cols-3 gap-3 phone:grid-cols-1 phone:gap-2.5">
          {COLUMN_LABELS.map(({ column, label, isRequired }) => (
            <Field key={column} label={isRequired ? label : `${label} (optional)`}>
              <Select
                value={mapping[column]?.toString() ?? (isRequired ? undefined : NONE)}
                placeholder="Choose a column"
                options={
                  isRequired ? columns : [{ value: NONE, label: "Not in the file" }, ...columns]
                }
                onValueChange={(at) =>
                  onMapping({ ...mapping, [column]: at === NONE ? undefined : Number(at) })
                }
              />
            </Field>
          ))}
        </div>
        <PreviewTable file={file} mapping={mapping} check={check} />
        <p className="sm dim -mt-1.5">
          Numbers without a country code are read as numbers in your country. Contacts you already
          have keep their names, and opted-out clients stay opted out. One column for the whole
          name? Choose it for both.
        </p>
        <ImportOptionFields options={props.options} onChange={props.onOptions} />
      </DialogBody>
      <DialogFooter>
        <span className="sm dim num no-phone mr-auto" aria-live="polite">
          {mapping.phoneNumber !== undefined && summarize(check, file.rows.length)}
        </span>
        <Button onClick={props.onCancel}>Cancel</Button>
        <Button disabled={isChecking} onClick={() => props.onTry(check)}>
          Try It First
        </Button>
        <Button variant="primary" disabled={isChecking} onClick={() => props.onImport(check)}>
          Import Contacts
        </Button>
      </DialogFooter>
    </>
  );
}

function summarize({ rows, ready, isDone, error }: ImportCheck, total: number): string {
  // The server reads every number again, so an import is possible without the check.
  if (error) return "We couldn't check the numbers";
  if (!isDone)
    return `Checking numbers: ${rows.length.toLocaleString("en-US")} of ${total.toLocaleString("en-US")}`;
  const problems = countProblems(rows.flatMap(({ problem }) => problem ?? []));
  return [`${formatCount(ready, "contact")} ready`, ...problems].join(", ");
}
