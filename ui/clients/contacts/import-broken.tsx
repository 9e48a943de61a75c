import CircleAlert from "lucide-react/icons/circle-alert";
import type { FileImportProgress } from "#src/clients/contacts/import-contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { Note } from "#ui/kit/notice.tsx";
import { formatCount } from "#ui/shell/format/plural.ts";

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
          {progress.rows.toLocaleString("en-US")} of {formatCount(total, "row")} done
        </p>
        <p className="sm dim num">
          {formatCount(progress.imported, "contact")} imported. They stay, and Undo last import can
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
