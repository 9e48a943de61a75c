import FileSpreadsheet from "lucide-react/icons/file-spreadsheet";
import { useState } from "react";
import { Button } from "#ui/kit/button.tsx";
import { ChooseFile } from "#ui/kit/choose-file.tsx";
import { classes } from "#ui/kit/classes.ts";
import { DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { Icon } from "#ui/kit/icon.tsx";
import { ErrorNote } from "#ui/kit/notice.tsx";

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
          <ChooseFile onChoose={onChoose}>Choose file</ChooseFile>
        </div>
      </DialogBody>
      <DialogFooter>
        <Button onClick={onCancel}>Cancel</Button>
      </DialogFooter>
    </>
  );
}
