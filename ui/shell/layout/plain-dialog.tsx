import * as Dialog from "radix-ui/dialog";
import type { ReactNode } from "react";
import { useCloseWatcher } from "#ui/kit/close-watcher.ts";
import { useReturnFocus } from "#ui/kit/return-focus.ts";

interface PlainDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** For screen readers. */
  title: string;
  className: string;
  children: ReactNode;
}

/** A dialog without the kit's header and footer, such as the command palette. */
export function PlainDialog(props: PlainDialogProps) {
  const { open, onOpenChange, title, className, children } = props;
  const focus = useReturnFocus();
  useCloseWatcher(open, () => onOpenChange(false));
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="scrim">
          <Dialog.Content
            className={className}
            aria-describedby={undefined}
            onOpenAutoFocus={focus.save}
            onCloseAutoFocus={focus.restore}
          >
            <Dialog.Title className="sr">{title}</Dialog.Title>
            {children}
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
