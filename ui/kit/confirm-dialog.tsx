import type { ReactNode } from "react";
import { late, useLate } from "./lazy.ts";

export interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The act, as on the button that led here. */
  title: ReactNode;
  /** The specification's words. */
  description: ReactNode;
  act: string;
  cancel?: string | undefined;
  /** For the rare confirmation that destroys nothing. */
  harmless?: boolean | undefined;
  /** The words while it runs ("Deleting..."); it cannot be closed meanwhile. */
  busy?: string | false | undefined;
  /** Why it did not work; the dialog stays. */
  error?: string | undefined;
  /** Close it by `open` when the act has worked. */
  onConfirm: () => void;
}

const view = late(async () => (await import("./confirm-view.tsx")).ConfirmView);

/** Instead of the browser's confirm(): Cancel has the focus, so Enter harms nothing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const View = useLate(props.open, view, () => props.onOpenChange(false));
  return View && <View {...props} />;
}
