import type { ComponentType } from "react";
import { useLate } from "./late.ts";
import { useToasts } from "./toasts.tsx";

interface LateDialogProps<Props> {
  of: () => Promise<ComponentType<Props>>;
  props: Props;
}

/** What a press opens, by code that comes with the press; rendered while it is wanted. */
export function LateDialog<Props extends { onClose: () => void }>(late: LateDialogProps<Props>) {
  const { of, props } = late;
  const Dialog = useLateDialog(true, of, props.onClose);
  return Dialog && <Dialog {...props} />;
}

/** As useLate. Who is offline is told so, and can press again. */
export function useLateDialog<Props>(
  wanted: boolean,
  load: () => Promise<ComponentType<Props>>,
  onClose: () => void,
): ComponentType<Props> | undefined {
  const toasts = useToasts();
  return useLate(wanted, load, () => {
    toasts.show({
      title: "Not loaded",
      description: "Please check your connection and try again.",
      kind: "destructive",
    });
    onClose();
  });
}
