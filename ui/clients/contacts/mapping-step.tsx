import CircleHelp from "lucide-react/icons/circle-question-mark";
import FileSpreadsheet from "lucide-react/icons/file-spreadsheet";
import { useMemo } from "react";
import type { Mapping } from "#src/shared/contact-csv/csv-columns.ts";
import {
  countValues,
  refusesTexts,
  TEXTING_ROLES,
  type TextingRole,
} from "#src/shared/contact-csv/texting-columns.ts";
import { Button } from "#ui/kit/button.tsx";
import { ChooseFile } from "#ui/kit/choose-file.tsx";
import { DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { Field } from "#ui/kit/field.tsx";
import { Glyph } from "#ui/kit/glyph.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { Select } from "#ui/kit/select.tsx";
import { formatCount } from "#ui/shell/format/plural.ts";
import type { CsvFile } from "./csv-file.ts";
import { COLUMN_LABELS, findUndecided } from "./guess-columns.ts";
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
        <TextingSection {...props} undecided={undecided} columns={columns} />
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
          {undecided.length > 0
            ? `Choose what ${formatCount(undecided.length, "column")} about texts ${undecided.length === 1 ? "means" : "mean"}`
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
  if (!isDone)
    return `Checking numbers: ${rows.length.toLocaleString("en-US")} of ${total.toLocaleString("en-US")}`;
  const problems = countProblems(rows.flatMap(({ problem }) => problem ?? []));
  return [`${formatCount(ready, "contact")} ready`, ...problems].join(", ");
}

interface TextingSectionProps extends Pick<MappingStepProps, "file" | "mapping" | "onMapping"> {
  undecided: readonly number[];
  columns: readonly { value: string; label: string }[];
}

/** The columns about texts: what a yes in each means, and what follows from its values. */
function TextingSection({ file, mapping, onMapping, undecided, columns }: TextingSectionProps) {
  const listed = [...undecided, ...TEXTING_ROLES.flatMap((role) => mapping[role] ?? [])];
  const others = columns.filter(({ value }) => !listed.includes(Number(value)));
  const decide = (at: number, role: TextingRole) => {
    const roles = TEXTING_ROLES.map((one) => {
      const rest = (mapping[one] ?? []).filter((other) => other !== at);
      return [one, one === role ? [...rest, at] : rest];
    });
    onMapping({ ...mapping, ...Object.fromEntries(roles) });
  };
  return (
    <section className="grid gap-3">
      <div className="flex items-baseline gap-2 min-w-0">
        <h3 className="label">Texts</h3>
        <span className="xs faint">
          {listed.length > 0 ? "The strictest answer counts" : "No column says who agreed to texts"}
        </span>
      </div>
      {undecided.length > 0 && (
        <Note tone="wait" icon={CircleHelp}>
          {undecided.length === 1 ? "This column" : "These columns"} may say who refused texts.
          Choose what a yes means before you import.
        </Note>
      )}
      {listed.map((at) => (
        <TextingColumn
          key={at}
          file={file}
          at={at}
          label={columns[at]?.label ?? ""}
          role={TEXTING_ROLES.find((role) => mapping[role]?.includes(at))}
          onRole={(role) => decide(at, role)}
        />
      ))}
      <Select
        aria-label="Another column about texts"
        placeholder="Add a column about texts"
        value={undefined}
        options={others}
        onValueChange={(at) => decide(Number(at), "ignored")}
        className="max-w-64 phone:max-w-none"
      />
    </section>
  );
}

const ROLES = [
  { value: "consent", label: "Yes means they agreed" },
  { value: "optedOut", label: "Yes means they opted out" },
  { value: "ignored", label: "Not about texts" },
] as const satisfies { value: TextingRole; label: string }[];

interface TextingColumnProps {
  file: CsvFile;
  at: number;
  label: string;
  /** Undefined until it is chosen. */
  role: TextingRole | undefined;
  onRole: (role: TextingRole) => void;
}

function TextingColumn({ file, at, label, role, onRole }: TextingColumnProps) {
  const values = useMemo(() => countValues(file.rows, at), [file, at]);
  return (
    <div className="flex items-start gap-3 phone:flex-col phone:items-stretch phone:gap-1.5">
      <div className="flex-1 min-w-0">
        <div className="h3 wrap-anywhere">{label}</div>
        <ul className="sm dim num wrap-anywhere">
          {describeValues(values, role).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
      <Select
        aria-label={`What a yes in ${label} means`}
        placeholder="Choose"
        value={role}
        options={ROLES}
        onValueChange={onRole}
        className="w-60 phone:w-full"
      />
    </div>
  );
}

const SHOWN_VALUES = 5;
const MAX_VALUE = 40;

function describeValues(values: readonly [string, number][], role: TextingRole | undefined) {
  const isConsent = role === "consent";
  const refusals = values.filter(([value]) => refusesTexts(isConsent, value));
  const total = (some: readonly [string, number][]) =>
    some.reduce((sum, [, count]) => sum + count, 0);
  const listed = role === "consent" || role === "optedOut" ? refusals : values;
  const [ending, rest] = isConsent
    ? [": treated as not agreed", "agreed"]
    : role === "optedOut"
      ? [": treated as opted out", "not opted out"]
      : ["", ""];
  const others = listed.slice(SHOWN_VALUES);
  return [
    ...(rest ? [`${formatCount(total(values) - total(refusals), "row")} ${rest}`] : []),
    ...listed
      .slice(0, SHOWN_VALUES)
      .map(([value, count]) => `${describeValue(value, count)}${ending}`),
    ...(others.length > 0
      ? [
          `${formatCount(total(others), "row")} with ${formatCount(others.length, "other value")}${ending}`,
        ]
      : []),
  ];
}

function describeValue(value: string, count: number): string {
  const rows = formatCount(count, "row");
  if (value === "") return `${rows} ${count === 1 ? "is" : "are"} empty`;
  const short = value.length > MAX_VALUE ? `${value.slice(0, MAX_VALUE)}…` : value;
  return `${rows} ${count === 1 ? "says" : "say"} "${short}"`;
}
