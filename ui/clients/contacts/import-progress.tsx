import { Button } from "#ui/kit/button.tsx";
import { DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";

interface ImportProgressProps {
  done: number;
  total: number;
  onStop: () => void;
}

export function ImportProgress({ done, total, onStop }: ImportProgressProps) {
  const percent = Math.floor((done / total) * 100);
  const progress = `Importing contacts: ${done.toLocaleString("en-US")} of ${total.toLocaleString("en-US")}`;
  return (
    <>
      <DialogBody className="grid gap-2">
        <div className="flex items-center gap-2 min-w-0 num">
          <span className="sm dim" role="status">
            {progress}
          </span>
          <b className="ml-auto font-semibold">{percent}%</b>
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
