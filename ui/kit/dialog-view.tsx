import X from "lucide-react/icons/x";
import * as RadixDialog from "radix-ui/dialog";
import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { useCloseWatcher } from "./close-watcher.ts";
import { takeEarlyKeys } from "./early-keys.ts";
import { IconButton } from "./icon-button.tsx";
import { useReturnFocus } from "./return-focus.ts";
import { typeInto } from "./type-into.ts";

export interface DialogProps {
  /** True, unless given. */
  open?: boolean;
  onClose: () => void;
  title: ReactNode;
  description?: ReactNode;
  /** Before the Close button. */
  actions?: ReactNode;
  /** 480, 720 (`wide`) or 1000 px (`full`). On a phone `full` fills the screen; the others are sheets. */
  size?: "normal" | "wide" | "full" | undefined;
  className?: string | undefined;
  /** DialogBody, then DialogFooter; both may be inside one <form>. */
  children: ReactNode;
}

export function DialogView(props: DialogProps) {
  const { open = true, onClose, title, description, size = "normal", className, children } = props;
  const focus = useReturnFocus();
  useCloseWatcher(open, onClose);

  return (
    <RadixDialog.Root open={open} onOpenChange={(next) => next || onClose()}>
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="scrim">
          <RadixDialog.Content
            className={classes("dialog", size !== "normal" && size, className)}
            onOpenAutoFocus={(event) => {
              focus.save();
              focusFirstField(event);
            }}
            onCloseAutoFocus={focus.restore}
            {...(description ? {} : { "aria-describedby": undefined })}
          >
            <header>
              <div className="flex-1 min-w-0">
                <RadixDialog.Title>{title}</RadixDialog.Title>
                {description && (
                  <RadixDialog.Description className="sm dim">
                    {description}
                  </RadixDialog.Description>
                )}
              </div>
              {props.actions}
              <RadixDialog.Close asChild>
                <IconButton icon={X} label="Close" />
              </RadixDialog.Close>
            </header>
            {children}
          </RadixDialog.Content>
        </RadixDialog.Overlay>
      </RadixDialog.Portal>
    </RadixDialog.Root>
  );
}

/** Radix would focus the Close button, which comes first. Without a field the dialog itself has the focus. A choice of buttons is focused as a whole, and one of radio buttons on the chosen one. Back from another step, the button that led there has the focus. */
function focusFirstField(event: Event) {
  const dialog = event.target instanceof HTMLElement ? event.target : undefined;
  const returned = dialog?.querySelector<HTMLElement>("[data-returned]");
  const field =
    returned ??
    dialog?.querySelector<HTMLElement>(
      ".body :is(input, textarea, select, [data-focus]):not(:disabled, [readonly], [type=radio]:not(:checked))",
    );
  event.preventDefault();
  if (!field) return dialog?.focus();
  field.focus({ preventScroll: field.matches("[data-focus]") });
  const typed = takeEarlyKeys();
  if (typed !== "" && isText(field)) typeInto(field, field.value + typed);
}

function isText(field: HTMLElement): field is HTMLInputElement | HTMLTextAreaElement {
  return field.matches("textarea, input:not([type]), input:is([type=text], [type=tel])");
}
