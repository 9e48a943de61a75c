import { type FormEvent, type ReactNode, useState } from "react";
import { useLocation } from "wouter";
import { Button } from "./button.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { Dialog, DialogBody, DialogFooter } from "./dialog.tsx";
import type { DialogProps } from "./dialog-view.tsx";
import { addressOf, useLeaveQuestion } from "./leave-guard.tsx";

interface FormDialogProps
  extends Pick<DialogProps, "title" | "description" | "size" | "className"> {
  action: string;
  variant?: "primary" | "danger" | undefined;
  cancel?: string | undefined;
  /** False disables the action. */
  isReady?: boolean;
  /** Before the buttons. */
  summary?: ReactNode;
  /** What was entered is saved, and the dialog shows what came of it. */
  isSaved?: boolean;
  /** The label while it runs ("Saving..."). Until it ends, the dialog can't be closed. */
  busy: string | false;
  onSubmit: (event: FormEvent) => unknown;
  onClose: () => void;
  /** The fields, which show their own errors. */
  children: ReactNode;
}

/** A form in a dialog, rendered while it is open. */
export function FormDialog(props: FormDialogProps) {
  const { action, variant = "primary", cancel = "Cancel", isReady = true } = props;
  const { busy, onSubmit, isSaved = false } = props;
  const [changed, setChanged] = useState(false);
  const edited = changed && !isSaved;
  const [asking, setAsking] = useState(false);
  const [, navigate] = useLocation();
  /** Where a link, the palette or Back leads. */
  const [target, setTarget] = useState<string>();
  const leave = useLeaveQuestion(edited && busy === false, (to, { pathname }, isBack) => {
    const staysOnScreen = to.pathname === pathname;
    // Elsewhere, a dialog's own entry in the history is removed this way (close-watcher.ts).
    if (staysOnScreen && !(isBack && "CloseWatcher" in window)) return false;
    setTarget(staysOnScreen ? undefined : addressOf(to));
    setAsking(true);
    return true;
  });

  function onClose() {
    leave();
    props.onClose();
  }

  /** Runs for Escape, Back, the close button and a click outside; Cancel has its own handler. */
  function dismiss() {
    if (edited) setAsking(true);
    else onClose();
  }

  return (
    <Dialog
      size={props.size}
      className={props.className}
      onClose={() => busy || dismiss()}
      title={props.title}
      description={props.description}
    >
      <form
        noValidate
        // A form around this dialog gets its events too, because React's events follow its own tree.
        onChange={(event) => {
          event.stopPropagation();
          setChanged(true);
        }}
        onSubmit={(event) => {
          event.stopPropagation();
          event.preventDefault();
          void onSubmit(event);
        }}
      >
        <DialogBody>{props.children}</DialogBody>
        <DialogFooter>
          {props.summary}
          <Button disabled={busy !== false} onClick={onClose}>
            {cancel}
          </Button>
          <Button
            type="submit"
            variant={variant}
            busy={busy}
            disabled={!isReady}
            // A key that is still held down from the field before doesn't send.
            onKeyDown={(event) => event.repeat && event.key !== "Tab" && event.preventDefault()}
          >
            {action}
          </Button>
        </DialogFooter>
      </form>
      <ConfirmDialog
        open={asking}
        onClose={() => {
          setAsking(false);
          setTarget(undefined);
        }}
        title="Discard Your Changes?"
        description="What you entered hasn't been saved."
        action="Discard"
        cancel="Keep Editing"
        onConfirm={() => {
          onClose();
          if (target) navigate(target);
        }}
      />
    </Dialog>
  );
}
