import type { ComponentType } from "react";
import { type Lazy, lazy, useLazy } from "./lazy.ts";
import { type Toasts, useToasts } from "./toasts.tsx";

/** A dialog whose code is loaded when it first opens; rendered while it is open. */
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

/** As useLazy, with a toast when the code cannot be loaded. */
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

/** Explains that code could not be loaded, such as when the browser is offline. */
export function showNotLoaded(toasts: Toasts): void {
  toasts.show({
    title: "Not loaded",
    description: "Please check your connection and try again.",
    kind: "destructive",
  });
}
