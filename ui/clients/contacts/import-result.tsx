import BellOff from "lucide-react/icons/bell-off";
import CircleCheck from "lucide-react/icons/circle-check";
import CircleMinus from "lucide-react/icons/circle-minus";
import Download from "lucide-react/icons/download";
import { Button } from "#ui/kit/button.tsx";
import { DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { Glyph } from "#ui/kit/glyph.tsx";
import { download } from "#ui/shell/data/download.ts";
import { counted } from "#ui/shell/format/plural.ts";
import type { CsvFile } from "./csv-rows.ts";
import type { Outcome } from "./import-batches.ts";
import { countProblems } from "./import-reasons.ts";
import { skippedReport } from "./skipped-report.ts";

interface ImportResultProps {
  file: CsvFile;
  outcome: Outcome;
  onClose: () => void;
}

export function ImportResult({ file, outcome, onClose }: ImportResultProps) {
  const { imported, optedOut, skipped } = outcome;
  return (
    <>
      <DialogBody className="grid gap-4" role="status">
        <div className="row gap-3">
          <Glyph icon={CircleCheck} tone="good" />
          <span className="h3 num">{counted(imported, "contact")} imported</span>
        </div>
        {optedOut > 0 && (
          <div className="row gap-3">
            <Glyph icon={BellOff} tone="wait" />
            <div className="h3 num">{counted(optedOut, "client")} opted out by the file</div>
          </div>
        )}
        {skipped.length > 0 && (
          <div className="row items-start gap-3">
            <Glyph icon={CircleMinus} tone="wait" />
            <div className="grow">
              <div className="h3 num pt-1.5">{counted(skipped.length, "row")} left out</div>
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
            Skipped rows
            <span className="sr"> as CSV</span>
          </Button>
        )}
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      </DialogFooter>
    </>
  );
}
