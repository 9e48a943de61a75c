import FileSpreadsheet from "lucide-react/icons/file-spreadsheet";
import { useMemo } from "react";
import { Button } from "#ui/kit/button.tsx";
import { ChooseFile } from "#ui/kit/choose-file.tsx";
import { DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Glyph } from "#ui/kit/glyph.tsx";
import { Select } from "#ui/kit/select.tsx";
import { counted } from "#ui/shell/format/plural.ts";
import type { Mapping } from "./csv-columns.ts";
import { type CsvFile, readRow } from "./csv-rows.ts";
import type { ImportOptions } from "./import-batches.ts";
import { ImportOptionFields } from "./import-options.tsx";
import { PreviewTable } from "./preview-table.tsx";

interface MappingStepProps {
  file: CsvFile;
  mapping: Mapping;
  onMapping: (mapping: Mapping) => void;
  options: ImportOptions;
  onOptions: (options: ImportOptions) => void;
  onReplace: (file: File) => void;
  onCancel: () => void;
  onImport: () => void;
}

const COLUMNS = [
  ["firstName", "First name"],
  ["lastName", "Last name"],
  ["phoneNumber", "Phone number"],
] as const;

export function MappingStep(props: MappingStepProps) {
  const { file, mapping, onMapping } = props;
  const options = file.headers.map((header, at) => ({
    value: String(at),
    label: header || `Column ${at + 1}`,
  }));
  const ready = useMemo(
    () => file.rows.filter((row) => readRow(row, mapping).phoneNumber !== "").length,
    [file, mapping],
  );
  const without = file.rows.length - ready;

  return (
    <>
      <DialogBody className="flex flex-col gap-5">
        <div className="flex items-center gap-3 rounded-lg bg-hover px-3 py-2.5">
          <Glyph icon={FileSpreadsheet} tone="good" />
          <div className="grow">
            <div className="h3 clip">{file.name}</div>
            <div className="xs faint num">
              {counted(file.rows.length, "row")}, {counted(file.headers.length, "column")}
            </div>
          </div>
          <ChooseFile variant="quiet" onChoose={props.onReplace}>
            Replace
          </ChooseFile>
        </div>
        <div className="grid grid-cols-3 gap-3 phone:grid-cols-1 phone:gap-2.5">
          {COLUMNS.map(([column, label]) => (
            <Field key={column} label={label}>
              <Select
                value={mapping[column] === undefined ? undefined : String(mapping[column])}
                placeholder="Choose a column"
                options={options}
                onValueChange={(at) => onMapping({ ...mapping, [column]: Number(at) })}
              />
            </Field>
          ))}
        </div>
        <PreviewTable file={file} mapping={mapping} />
        <p className="sm dim -mt-1.5">
          Numbers without a country code get +1. Contacts you already have keep their names, and
          opted-out clients stay opted out. One column for the whole name? Choose it for both.
        </p>
        <ImportOptionFields options={props.options} onChange={props.onOptions} />
      </DialogBody>
      <DialogFooter>
        <span className="sm dim num no-phone mr-auto" aria-live="polite">
          {mapping.phoneNumber !== undefined &&
            [
              `${counted(ready, "contact")} ready`,
              without > 0 && `${without.toLocaleString("en-US")} without a phone`,
            ]
              .filter(Boolean)
              .join(", ")}
        </span>
        <Button onClick={props.onCancel}>Cancel</Button>
        <Button variant="primary" onClick={props.onImport}>
          Import Contacts
        </Button>
      </DialogFooter>
    </>
  );
}
