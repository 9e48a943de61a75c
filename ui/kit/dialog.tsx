import X from "lucide-react/icons/x";
import * as RadixDialog from "radix-ui/dialog";
import type { ComponentProps, ReactElement, ReactNode } from "react";
import { classes } from "./classes.ts";
import { IconButton } from "./icon-button.tsx";

interface DialogProps {
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** A button that opens it; without one, `open` decides. */
  trigger?: ReactElement | undefined;
  title: ReactNode;
  description?: ReactNode;
  /** 480 px, 720 px (`wide`) or 1000 px (`full`, which fills a phone); else a sheet on a phone. */
  size?: "normal" | "wide" | "full" | undefined;
  className?: string | undefined;
  /** DialogBody, then DialogFooter; both may lie in one <form>. */
  children: ReactNode;
}

export function Dialog(props: DialogProps) {
  const { trigger, title, description, size = "normal", className, children, ...state } = props;
  return (
    <RadixDialog.Root {...state}>
      {trigger && <RadixDialog.Trigger asChild>{trigger}</RadixDialog.Trigger>}
      <RadixDialog.Portal>
        <RadixDialog.Overlay className="scrim">
          <RadixDialog.Content
            className={classes("dialog", size !== "normal" && size, className)}
            onOpenAutoFocus={focusFirstField}
            {...(description ? {} : { "aria-describedby": undefined })}
          >
            <header>
              <div className="grow">
                <RadixDialog.Title>{title}</RadixDialog.Title>
                {description && (
                  <RadixDialog.Description className="sm dim">
                    {description}
                  </RadixDialog.Description>
                )}
              </div>
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

export function DialogBody({ className, ...rest }: ComponentProps<"div">) {
  return <div {...rest} className={classes("body", className)} />;
}

/** Cancel first, then the act; pinned below a body that scrolls. */
export function DialogFooter(props: ComponentProps<"footer">) {
  return <footer {...props} />;
}

export const DialogClose = RadixDialog.Close;

/** Radix would focus the first thing it finds, which is our Close. */
function focusFirstField(event: Event) {
  const dialog = event.target instanceof Element ? event.target : undefined;
  const field = dialog?.querySelector<HTMLElement>(
    ".body :is(input, textarea, [role=combobox]):not(:disabled, [readonly])",
  );
  if (field) {
    event.preventDefault();
    field.focus();
  }
}
