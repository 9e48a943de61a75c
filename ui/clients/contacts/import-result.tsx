import BellOff from "lucide-react/icons/bell-off";
import CalendarDays from "lucide-react/icons/calendar-days";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleMinus from "lucide-react/icons/circle-minus";
import Download from "lucide-react/icons/download";
import Megaphone from "lucide-react/icons/megaphone";
import Tags from "lucide-react/icons/tags";
import { formatCount } from "#src/shared/format-count.ts";
import { Button } from "#ui/kit/button.tsx";
import { DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { Glyph } from "#ui/kit/glyph.tsx";
import { download } from "#ui/shell/data/download.ts";
import type { CsvFile } from "./csv-file.ts";
import { countProblems } from "./import-check.ts";
import type { Outcome, SkippedRow } from "./upload-import.ts";

interface ImportResultProps {
  file: CsvFile;
  outcome: Outcome;
  /** For a dry run, after which the file can be imported unless that would change nothing. */
  trial?: { readonly onBack: () => void; readonly onImport: (() => void) | undefined };
  /** Opens the next step of most imports; undefined for users who may not. */
  onCampaign?: (() => void) | undefined;
  onClose: () => void;
}

export function ImportResult(props: ImportResultProps) {
  const { file, outcome, trial, onCampaign, onClose } = props;
  const { imported, optedOut, appointmentsOnly, newTags, skipped } = outcome;
  const will = trial ? "will be " : "";
  const limits = (
    [
      [BellOff, optedOut, "opted out by the file"],
      [CalendarDays, appointmentsOnly, "limited to appointment texts"],
    ] as const
  ).filter(([, count]) => count > 0);
  return (
    <>
      <DialogBody className="grid gap-4" role="status">
        <div className="flex items-center min-w-0 gap-3">
          <Glyph
            icon={imported > 0 ? CircleCheck : CircleMinus}
            tone={imported > 0 ? "good" : "wait"}
          />
          <span className="h3 num">
            {imported > 0 ? formatCount(imported, "contact") : "No contacts"} {will}imported
          </span>
        </div>
        {limits.map(([icon, count, words]) => (
          <div key={words} className="flex items-center min-w-0 gap-3">
            <Glyph icon={icon} tone="wait" />
            <div className="h3 num">
              {formatCount(count, "client")} {will}
              {words}
            </div>
          </div>
        ))}
        {newTags.length > 0 && (
          <div className="flex items-center min-w-0 gap-3">
            <Glyph icon={Tags} tone="good" />
            <div className="h3 wrap-anywhere">
              {formatCount(newTags.length, "new tag")}: {newTags.join(", ")}
            </div>
          </div>
        )}
        {skipped.length > 0 && (
          <div className="flex min-w-0 items-start gap-3">
            <Glyph icon={CircleMinus} tone="wait" />
            <div className="flex-1 min-w-0">
              <div className="h3 num pt-1.5">
                {formatCount(skipped.length, "row")} {will}left out
              </div>
              <ul className="sm dim num mt-1 grid gap-0.5">
                {countProblems(skipped.map(({ why }) => why)).map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </div>
          </div>
        )}
      </DialogBody>
      <DialogFooter>
        {skipped.length > 0 && (
          <Button
            icon={Download}
            className="mr-auto"
            onClick={async () => {
              download(await skippedReport(file, skipped), `skipped-${file.name}`);
            }}
          >
            Skipped Rows
            <span className="sr"> as CSV</span>
          </Button>
        )}
        {trial ? (
          <>
            <Button onClick={trial.onBack}>Back</Button>
            {trial.onImport && (
              <Button variant="primary" onClick={trial.onImport}>
                {imported > 0 ? `Import ${formatCount(imported, "Contact")}` : "Import File"}
              </Button>
            )}
          </>
        ) : (
          <>
            {imported > 0 && onCampaign && (
              <Button icon={Megaphone} onClick={onCampaign}>
                New Campaign
              </Button>
            )}
            <Button variant="primary" onClick={onClose}>
              Done
            </Button>
          </>
        )}
      </DialogFooter>
    </>
  );
}

/** The skipped rows, unchanged, with their numbers and reasons. */
export async function skippedReport(
  file: CsvFile,
  skipped: readonly SkippedRow[],
): Promise<string> {
  const { default: Papa } = await import("papaparse");
  const table = [
    ["Row", ...file.headers, "Reason"],
    ...skipped.map(({ source, reason }) => [
      String(source.number),
      ...file.headers.map((_, column) => source.cells[column] ?? ""),
      reason,
    ]),
  ];
  // Spreadsheets would run such a cell as a formula. A leading plus is allowed: it begins a number.
  const csv = Papa.unparse(table, { escapeFormulae: /^[=@\t\r]/ });
  // Without a byte order mark, Excel does not read the file as UTF-8.
  return `\ufeff${csv}`;
}
