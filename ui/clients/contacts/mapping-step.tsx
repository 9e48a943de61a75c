import CircleAlert from "lucide-react/icons/circle-alert";
import FileSpreadsheet from "lucide-react/icons/file-spreadsheet";
import { useMemo } from "react";
import type { Mapping } from "#src/shared/contact-csv/csv-columns.ts";
import { refusesTexts, type TextingRole } from "#src/shared/contact-csv/texting-columns.ts";
import { formatCount, formatNumber } from "#src/shared/format-count.ts";
import { Button } from "#ui/kit/button.tsx";
import { ChooseFile } from "#ui/kit/choose-file.tsx";
import { DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Glyph } from "#ui/kit/glyph.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { Select } from "#ui/kit/select.tsx";
import type { CsvFile } from "./csv-file.ts";
import { COLUMN_LABELS, findUndecided } from "./guess-columns.ts";
import { countProblems, type ImportCheck, useImportCheck } from "./import-check.ts";
import { ImportOptionFields } from "./import-options.tsx";
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
  const undecided = findUndecided(file.headers, mapping);
  const isBlocked = isChecking || undecided.length > 0;
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
            <Field
              key={column}
              label={isRequired ? label : `${label} (optional)`}
              hint={column === "lastName" && "Choose the same column if it holds both names."}
            >
              <Select
                value={mapping[column]?.toString() ?? (isRequired ? undefined : NONE)}
                placeholder="Choose a column"
                options={
                  isRequired ? columns : [{ value: NONE, label: "Not in your file" }, ...columns]
                }
                onValueChange={(at) =>
                  onMapping({ ...mapping, [column]: at === NONE ? undefined : Number(at) })
                }
              />
            </Field>
          ))}
        </div>
        <TextingSection {...props} undecided={undecided} columns={columns} />
        <PreviewTable file={file} mapping={mapping} check={check} />
        <p className="sm dim -mt-1.5">
          Numbers without a country code are read as numbers in your country. Contacts you already
          have keep their names, and opted-out clients stay opted out. If columns about texts
          disagree, the strictest answer counts.
        </p>
        <ImportOptionFields options={props.options} onChange={props.onOptions} />
      </DialogBody>
      <DialogFooter className="phone:flex-wrap">
        <span className="sm dim num mr-auto phone:basis-full" aria-live="polite">
          {undecided.length > 0
            ? `Still to decide: ${undecided.map((at) => columns[at]?.label).join(", ")}`
            : mapping.phoneNumber !== undefined && summarize(check, file.rows.length)}
        </span>
        <Button onClick={props.onCancel}>Cancel</Button>
        <Button disabled={isBlocked} onClick={() => props.onTry(check)}>
          Try It First
        </Button>
        <Button variant="primary" disabled={isBlocked} onClick={() => props.onImport(check)}>
          Import Contacts
        </Button>
      </DialogFooter>
    </>
  );
}

function summarize({ rows, ready, isDone, error }: ImportCheck, total: number): string {
  // The server reads every number again, so an import is possible without the check.
  if (error) return "We couldn't check the numbers";
  if (!isDone) return `Checking numbers: ${formatNumber(rows.length)} of ${formatNumber(total)}`;
  const problems = countProblems(rows.flatMap(({ problem }) => problem ?? []));
  return [`${formatCount(ready, "contact")} ready`, ...problems].join(", ");
}

interface TextingSectionProps extends Pick<MappingStepProps, "file" | "mapping" | "onMapping"> {
  undecided: readonly number[];
  columns: readonly { value: string; label: string }[];
}

const ROLES: readonly { value: TextingRole; label: string }[] = [
  { value: "consent", label: "Yes means they agreed" },
  { value: "optedOut", label: "Yes means they opted out" },
  { value: "ignored", label: "Not about texts" },
];

/** The columns about texts: what a yes in each means, and what follows from its values. */
function TextingSection({ file, mapping, onMapping, undecided, columns }: TextingSectionProps) {
  const { texting = {} } = mapping;
  const isListed = (at: number) => undecided.includes(at) || at in texting;
  const decide = (at: number, role: TextingRole) =>
    onMapping({ ...mapping, texting: { ...texting, [at]: role } });
  return (
    <section>
      <h3 className="label mb-2">Texts</h3>
      {undecided.length > 0 && (
        <Note tone="wait" icon={CircleAlert} className="mb-3">
          {undecided.map((at) => columns[at]?.label).join(", ")} may say who refused texts. Choose
          what a yes means before you import.
        </Note>
      )}
      <div className="grid grid-cols-2 gap-3 phone:grid-cols-1 phone:gap-2.5">
        {columns.map(({ value, label }, at) =>
          isListed(at) ? (
            <Field
              key={value}
              label={label}
              hint={<ColumnValues file={file} at={at} role={texting[at]} />}
            >
              <Select
                value={texting[at]}
                placeholder="Choose what a yes means"
                options={ROLES}
                onValueChange={(role) => decide(at, role)}
              />
            </Field>
          ) : null,
        )}
        <Field label="Another column about texts (optional)">
          <Select
            value={undefined}
            placeholder="Choose a column"
            options={columns.filter((_, at) => !isListed(at))}
            onValueChange={(at) => decide(Number(at), "ignored")}
          />
        </Field>
      </div>
    </section>
  );
}

interface ColumnValuesProps {
  file: CsvFile;
  at: number;
  /** Undefined until it is chosen. */
  role: TextingRole | undefined;
}

function ColumnValues({ file, at, role }: ColumnValuesProps) {
  const values = useMemo(() => {
    const groups = Map.groupBy(file.rows, ({ cells }) => (cells[at] ?? "").trim());
    return [...groups].sort(([, one], [, other]) => other.length - one.length);
  }, [file, at]);
  const list = (isListed: (value: string) => boolean) => {
    const some = values.filter(([value]) => isListed(value));
    const shown = some.slice(0, SHOWN_VALUES).map(([value, { length }]) => {
      const name = value === "" ? "empty" : `"${value.slice(0, MAX_VALUE)}"`;
      return `${name} (${formatCount(length, "row")})`;
    });
    const others = some.slice(SHOWN_VALUES).reduce((sum, [, { length }]) => sum + length, 0);
    if (others > 0) shown.push(formatCount(others, "other row"));
    return shown.join(", ") || "none";
  };
  if (role === undefined || role === "ignored") return list(() => true);
  const isConsent = role === "consent";
  return (
    <>
      {isConsent ? "Agreed" : "Not opted out"}: {list((value) => !refusesTexts(isConsent, value))}
      <br />
      Treated as {isConsent ? "not agreed" : "opted out"}:{" "}
      {list((value) => refusesTexts(isConsent, value))}
    </>
  );
}

const SHOWN_VALUES = 6;
const MAX_VALUE = 40;
