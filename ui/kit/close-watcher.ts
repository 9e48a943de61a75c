import { useEffect, useEffectEvent } from "react";
import { watchBack } from "./back-entries.ts";

/** No part of TypeScript's DOM yet. */
interface Watcher {
  onclose: (() => void) | null;
  destroy(): void;
}

/** Closes an overlay with the Back button or gesture of a phone. */
export function useCloseWatcher(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    const { CloseWatcher } = window as { CloseWatcher?: new () => Watcher };
    if (!CloseWatcher) return watchBack(() => close());
    let watcher: Watcher;
    const watch = () => {
      watcher = new CloseWatcher();
      watcher.onclose = () => {
        // A watcher works once, and the overlay may stay open to ask about unsaved changes.
        watch();
        close();
      };
    };
    watch();
    return () => watcher.destroy();
  }, [isOpen]);
}
