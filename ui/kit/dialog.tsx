import type { ComponentProps } from "react";
import { classes } from "./classes.ts";
import type { DialogProps } from "./dialog-view.tsx";
import { lazy, useLazy } from "./lazy.ts";

// Radix's dialog is 16 KB of gzip that no first page needs.
const view = lazy(async () => (await import("./dialog-view.tsx")).DialogView);

/** Focuses its first field, and restores the focus when it closes. */
export function Dialog(props: DialogProps) {
  const View = useLazy(props.open ?? true, view, props.onClose);
  return View && <View {...props} />;
}

export function DialogBody({ className, ...rest }: ComponentProps<"div">) {
  return <div {...rest} className={classes("body", className)} />;
}

/** Cancel first, then the action; pinned below a scrolling body. */
export function DialogFooter(props: ComponentProps<"footer">) {
  return <footer {...props} />;
}
