import CircleAlert from "lucide-react/icons/circle-alert";
import FileSpreadsheet from "lucide-react/icons/file-spreadsheet";
import { useState } from "react";
import type { FileImportProgress } from "#src/clients/contacts/import-contract.ts";
import { formatCount, formatNumber } from "#src/shared/format-count.ts";
import { Button } from "#ui/kit/button.tsx";
import { ChooseFile } from "#ui/kit/choose-file.tsx";
import { classes } from "#ui/kit/classes.ts";
import { DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { ErrorNote, Note } from "#ui/kit/notice.tsx";

interface FileStepProps {
  /** Why the last file was refused, and what to do. */
  advice: string | undefined;
  onChoose: (file: File) => void;
  onCancel: () => void;
}

export function FileStep({ advice, onChoose, onCancel }: FileStepProps) {
  const [over, setOver] = useState(false);
  return (
    <>
      <DialogBody className="grid gap-4">
        {advice && <ErrorNote>{advice}</ErrorNote>}
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a place to drop on; its button does the same */}
        <div
          className={classes(
            "flex flex-col items-center gap-3 rounded-lg border border-line-2 border-dashed px-6 py-9 text-center",
            over && "border-focus bg-accent-soft",
          )}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={(event) => {
            event.preventDefault();
            setOver(false);
            const file = event.dataTransfer.files[0];
            if (file) onChoose(file);
          }}
        >
          <Icon of={FileSpreadsheet} size="l" className="text-ink-3" />
          <p className="sm dim">
            <span className="no-phone">Drop a .csv file here, or</span>
            <span className="only-phone">A .csv file from this phone</span>
          </p>
          <ChooseFile onChoose={onChoose}>Choose CSV File</ChooseFile>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onCancel}>Cancel</Button>
      </DialogFooter>
    </>
  );
}

interface ImportProgressProps {
  done: number;
  total: number;
  onStop: () => void;
}

export function ImportProgress({ done, total, onStop }: ImportProgressProps) {
  const percent = Math.floor((done / total) * 100);
  const progress = `Importing contacts: ${formatNumber(done)} of ${formatNumber(total)}`;
  return (
    <>
      <DialogBody className="grid gap-2">
        <div className="flex items-center gap-2 min-w-0 num">
          <span className="sm dim" role="status">
            {progress}
          </span>
          <b className="ml-auto font-label">{percent}%</b>
        </div>
        <div
          className="meter"
          role="progressbar"
          aria-label="Import"
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={percent}
          aria-valuetext={progress}
        >
          <i style={{ translate: `${percent - 100}%` }} />
        </div>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onStop}>Stop Import</Button>
      </DialogFooter>
    </>
  );
}

interface ImportBrokenProps {
  progress: FileImportProgress;
  total: number;
  reason: string;
  onRetry: () => void;
  onClose: () => void;
}

/** An import that ended early: what is in, what is not, and how to go on. */
export function ImportBrokenStep({ progress, total, reason, onRetry, onClose }: ImportBrokenProps) {
  return (
    <>
      <DialogBody className="grid gap-3" role="status">
        <Note tone="wait" icon={CircleAlert}>
          {reason}
        </Note>
        <p className="h3 num">
          {formatNumber(progress.rows)} of {formatCount(total, "row")} done
        </p>
        <p className="sm dim num">
          {formatCount(progress.imported, "contact")} imported. They stay, and Undo Last Import can
          remove them. Retry imports the rest, without duplicates.
        </p>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>Close</Button>
        <Button variant="primary" onClick={onRetry}>
          Retry
        </Button>
      </DialogFooter>
    </>
  );
}
