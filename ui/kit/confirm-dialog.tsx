import type { ConfirmDialogProps } from "./confirm-view.tsx";
import { late, useLate } from "./lazy.ts";

const view = late(async () => (await import("./confirm-view.tsx")).ConfirmView);

/** Instead of the browser's confirm(): Cancel has the focus, so Enter harms nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const View = useLate(props.open, view, () => props.onOpenChange(false));
  return View && <View {...props} />;
}
