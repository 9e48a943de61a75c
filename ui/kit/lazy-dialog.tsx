import type { ComponentType } from "react";
import { type Lazy, lazy, useLazy } from "./lazy.ts";
import { type Toasts, useToasts } from "./toasts.tsx";

/** A dialog, or a later step of a page, whose code is loaded when it is first rendered. */
export function lazyDialog<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const code = lazy(load);
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each module that uses it
  return function LazyDialog(props: Props) {
    const { onClose }: { onClose?: () => void } = props;
    const Dialog = useLazyDialog(true, code, () => onClose?.());
    return Dialog && <Dialog {...props} />;
  };
}

/** As useLazy, with a toast when the code cannot be loaded. */
export function useLazyDialog<Props>(
  isOpen: boolean,
  code: Lazy<Props>,
  onClose?: () => void,
): ComponentType<Props> | undefined {
  const toasts = useToasts();
  return useLazy(isOpen, code, () => {
    showNotLoaded(toasts);
    onClose?.();
  });
}

/** Explains that code could not be loaded, such as when the browser is offline. */
export function showNotLoaded(toasts: Toasts): void {
  toasts.error("Couldn't load this part", "Check your connection, then try again.");
}
