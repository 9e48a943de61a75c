import { useEffect, useEffectEvent } from "react";

/** No part of TypeScript's DOM yet. */
interface Watcher {
  onclose: (() => void) | null;
  destroy(): void;
}

/** Closes an overlay with the Back button or gesture of a phone, in browsers that have CloseWatcher. */
export function useCloseWatcher(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const { CloseWatcher } = window as { CloseWatcher?: new () => Watcher };
    if (!isOpen || !CloseWatcher) return;
    const watcher = new CloseWatcher();
    watcher.onclose = () => close();
    return () => watcher.destroy();
  }, [isOpen]);
}
