import type { ComponentType } from "react";
import { type Late, late, useLate } from "./lazy.ts";
import { type Toasts, useToasts } from "./toasts.tsx";

/** What a press opens, by code that comes with the first press; rendered while it is wanted. */
export function lateDialog<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const code = late(load);
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each module that uses it
  return function LateDialog(props: Props) {
    const Dialog = useLateDialog(true, code, props.onClose);
    return Dialog && <Dialog {...props} />;
  };
}

/** As useLate. Who is offline is told so, and can press again. */
export function useLateDialog<Props>(
  wanted: boolean,
  code: Late<Props>,
  onClose: () => void,
): ComponentType<Props> | undefined {
  const toasts = useToasts();
  return useLate(wanted, code, () => {
    tellNotLoaded(toasts);
    onClose();
  });
}

/** For who is offline. */
export function tellNotLoaded(toasts: Toasts): void {
  toasts.show({
    title: "Not loaded",
    description: "Please check your connection and try again.",
    kind: "destructive",
  });
}
