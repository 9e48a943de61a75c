import type { ConfirmDialogProps } from "./confirm-view.tsx";
import { lazy, useLazy } from "./lazy.ts";

const view = lazy(async () => (await import("./confirm-view.tsx")).ConfirmView);

/** Instead of the browser's confirm(): Cancel has the focus, so Enter harms nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const View = useLazy(props.open, view, () => props.onOpenChange(false));
  return View && <View {...props} />;
}
