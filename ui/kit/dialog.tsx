import type { ComponentProps } from "react";
import { classes } from "./classes.ts";
import type { DialogProps } from "./dialog-view.tsx";
import { lazy, useLazy } from "./lazy.ts";

// Radix's dialog is 16 KB of gzip that no first page needs.
const view = lazy(async () => (await import("./dialog-view.tsx")).DialogView);

/** The focus goes to its first field, and when it closes back to where it was. */
export function Dialog(props: DialogProps) {
  const View = useLazy(props.open, view, () => props.onOpenChange(false));
  return View && <View {...props} />;
}

export function DialogBody({ className, ...rest }: ComponentProps<"div">) {
  return <div {...rest} className={classes("body", className)} />;
}

/** Cancel first, then the act; pinned below a body that scrolls. */
export function DialogFooter(props: ComponentProps<"footer">) {
  return <footer {...props} />;
}
