import type { ComponentType } from "react";
import { type Lazy, lazy, useLazy } from "./lazy.ts";
import { type Toasts, useToasts } from "./toasts.tsx";

/** What a press opens, by code that comes with the first press; rendered while it is wanted. */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const code = lazy(load);
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each module that uses it
  return function LazyDialog(props: Props) {
    const Dialog = useLazyDialog(true, code, props.onClose);
    return Dialog && <Dialog {...props} />;
  };
}

/** As useLate. Who is offline is told so, and can press again. */
export function useLazyDialog<Props>(
  isOpen: boolean,
  code: Lazy<Props>,
  onClose: () => void,
): ComponentType<Props> | undefined {
  const toasts = useToasts();
  return useLazy(isOpen, code, () => {
    showNotLoaded(toasts);
    onClose();
  });
}

/** For who is offline. */
export function showNotLoaded(toasts: Toasts): void {
  toasts.show({
    title: "Not loaded",
    description: "Please check your connection and try again.",
    kind: "destructive",
  });
}
