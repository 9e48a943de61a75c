import type { ReactNode } from "react";
import type { Scope } from "#src/calendar/appointments/repeat-contract.ts";
import { Button } from "#ui/kit/button.tsx";
import { Dialog, DialogBody, DialogFooter } from "#ui/kit/dialog.tsx";

interface ScopeDialogProps {
  /** "Move Repeating Appointment" */
  title: string;
  /** "Every 2 weeks, until March 3" */
  description: string | undefined;
  onChoose: (scope: Scope) => void;
  onClose: () => void;
  children?: ReactNode;
}

/** Asks what a change of a repeating appointment applies to. */
export function ScopeDialog({ title, description, onChoose, onClose, children }: ScopeDialogProps) {
  return (
    <Dialog onClose={onClose} title={title} description={description}>
      <DialogBody className="grid gap-2">
        {children}
        <Button onClick={() => onChoose("one")}>Only This Visit</Button>
        <Button onClick={() => onChoose("following")}>This and All Later Visits</Button>
      </DialogBody>
      <DialogFooter>
        <Button variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
