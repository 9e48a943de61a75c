import type { ConfirmDialogProps } from "./confirm-view.tsx";
import { lazy, useLazy } from "./lazy.ts";

const view = lazy(async () => (await import("./confirm-view.tsx")).ConfirmView);

/** Replaces confirm(): Cancel has the focus, so Enter is harmless. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const View = useLazy(props.open, view, () => props.onOpenChange(false));
  return View && <View {...props} />;
}
