import type { ConfirmDialogProps } from "./confirm-view.tsx";
import { lazy, useLazy } from "./lazy.ts";

const view = lazy(async () => (await import("./confirm-view.tsx")).ConfirmView);

/** Replaces confirm(): Cancel has the focus, so Enter is harmless. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const View = useLazy(props.open ?? true, view, props.onClose);
  return View && <View {...props} />;
}
