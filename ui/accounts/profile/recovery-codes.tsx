import Copy from "lucide-react/icons/copy";
import Download from "lucide-react/icons/download";
import KeyRound from "lucide-react/icons/key-round";
import { useRef } from "react";
import { Button } from "#ui/kit/button.tsx";
import { DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";
import { ErrorNote, Note } from "#ui/kit/notice.tsx";
import { useToasts } from "#ui/kit/toasts.tsx";

interface RecoveryCodesProps {
  codes: readonly string[];
  /** The user tried to close the dialog. */
  leaving: boolean;
  onDone: () => void;
}

export function RecoveryCodes({ codes, leaving, onDone }: RecoveryCodesProps) {
  const toasts = useToasts();
  const list = useRef<HTMLUListElement>(null);

  async function copy() {
    // Browsers allow clipboard access on HTTPS and localhost only; elsewhere the text stays
    // selected.
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(codes.join("\n"));
      toasts.show({ title: "Copied!" });
    } else {
      if (list.current) getSelection()?.selectAllChildren(list.current);
      toasts.show({ title: "Selected", description: "Press Ctrl C to copy it." });
    }
  }

  return (
    <>
      <DialogBody className="grid gap-4">
        <Note tone="wait" icon={KeyRound}>
          If you lose your phone, each code signs you in once. Keep them somewhere safe. You won't
          see them again.
        </Note>
        <ul
          ref={list}
          className="num grid grid-cols-2 gap-x-4 gap-y-1 rounded-md bg-sunken px-4 py-3 font-mono text-base max-[420px]:grid-cols-1"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className="flex items-center gap-2 min-w-0 flex-wrap">
          <Button icon={Copy} onClick={() => void copy()}>
            Copy
          </Button>
          <a className="btn" href={fileOf(codes)} download="parlor-recovery-codes.txt">
            <Download className="i" aria-hidden="true" />
            Download
          </a>
        </div>
        {leaving && (
          <ErrorNote role="alert">
            Copy or download them first, then press I've Saved Them.
          </ErrorNote>
        )}
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" onClick={onDone}>
          I've Saved Them
        </Button>
      </DialogFooter>
    </>
  );
}

function fileOf(codes: readonly string[]): string {
  return `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join("\n")}\n`)}`;
}
