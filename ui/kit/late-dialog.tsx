import type { ComponentType } from "react";
import { useLate } from "./late.ts";
import { useToasts } from "./toasts.tsx";

interface LateDialogProps<Props> {
  of: () => Promise<ComponentType<Props>>;
  props: Props;
}

/**
 * What a press opens, by code that comes with the press; rendered while it is wanted. Who is offline
 * is told so, and can press again.
 */
export function LateDialog<Props extends { onClose: () => void }>(late: LateDialogProps<Props>) {
  const { of, props } = late;
  const toasts = useToasts();
  const Dialog = useLate(true, of, () => {
    toasts.show({
      title: "Not loaded",
      description: "Please check your connection and try again.",
      kind: "destructive",
    });
    props.onClose();
  });
  return Dialog && <Dialog {...props} />;
}
