import * as AlertDialog from "radix-ui/alert-dialog";
import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { useCloseWatcher } from "./close-watcher.ts";
import { ErrorNote } from "./notice.tsx";
import { useReturnFocus } from "./return-focus.ts";

export interface ConfirmDialogProps {
  /** True by default. */
  open?: boolean;
  onClose: () => void;
  /** The action's name, as on the button that opened the dialog. */
  title: ReactNode;
  description: ReactNode;
  children?: ReactNode;
  action: string;
  cancel?: string | undefined;
  /** For a confirmation that destroys nothing. */
  harmless?: boolean | undefined;
  /** The label while it runs ("Deleting..."). Until it ends, the dialog can't be closed. */
  busy?: string | false | undefined;
  /** The error; the dialog stays open. */
  error?: string | undefined;
  /** The caller closes the dialog after success. */
  onConfirm: () => void;
}

export function ConfirmView(props: ConfirmDialogProps) {
  const { open = true, onClose, title, description, action, busy, error, onConfirm } = props;
  const focus = useReturnFocus();
  useCloseWatcher(open, close);

  function close() {
    if (!busy) {
      focus.stay();
      onClose();
    }
  }

  function confirm() {
    if (!props.harmless) focus.leave();
    onConfirm();
  }

  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => next || close()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="scrim">
          <AlertDialog.Content
            className="dialog confirm"
            onOpenAutoFocus={focus.save}
            onCloseAutoFocus={focus.restore}
          >
            <div className="body">
              <AlertDialog.Title>{title}</AlertDialog.Title>
              <AlertDialog.Description className="dim">{description}</AlertDialog.Description>
              {props.children}
              {error && <ErrorNote role="alert">{error}</ErrorNote>}
            </div>
            <footer>
              <AlertDialog.Cancel asChild>
                <Button disabled={Boolean(busy)}>{props.cancel ?? "Cancel"}</Button>
              </AlertDialog.Cancel>
              <Button variant={props.harmless ? "primary" : "danger"} busy={busy} onClick={confirm}>
                {action}
              </Button>
            </footer>
          </AlertDialog.Content>
        </AlertDialog.Overlay>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  );
}
