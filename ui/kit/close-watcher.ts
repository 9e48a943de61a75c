import { useEffect, useEffectEvent } from "react";

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

/**
 * The Back button or gesture closes the topmost overlay in browsers without CloseWatcher, such as
 * Safari: each open overlay has a history entry with the address of the screen below it.
 */
interface Overlay {
  readonly close: () => void;
}

/** The topmost one last. */
const overlays: Overlay[] = [];
/** Our entries above the screen's own. */
let entries = 0;
let isPushing = false;
/** The address to keep while surplus entries are being left. */
let leaving: string | undefined;

/** Returns a function that ends the watching, however the overlay was closed. */
function watchBack(close: () => void): () => void {
  const overlay = { close };
  if (overlays.push(overlay) === 1) {
    // Before the router's, which would show the address of the entry for a moment.
    addEventListener("popstate", follow, { capture: true });
    // The router's own event.
    addEventListener("pushState", resetEntries);
  }
  queueMicrotask(balance);
  return () => {
    const at = overlays.indexOf(overlay);
    if (at >= 0) overlays.splice(at, 1);
    queueMicrotask(balance);
  };
}

/** One dialog may take another's place in the same task, and then takes its entry too. */
function balance(): void {
  if (leaving !== undefined) return;
  if (entries > overlays.length) {
    leaving = location.href;
    history.go(overlays.length - entries);
    entries = overlays.length;
    return;
  }
  isPushing = true;
  for (; entries < overlays.length; entries += 1) history.pushState(history.state, "");
  isPushing = false;
  if (overlays.length > 0) return;
  removeEventListener("popstate", follow, { capture: true });
  removeEventListener("pushState", resetEntries);
}

function follow(event: PopStateEvent): void {
  if (leaving === undefined) {
    entries = Math.max(0, entries - 1);
    overlays.at(-1)?.close();
    // It may stay open, to ask about unsaved changes, and then needs a new entry.
    setTimeout(balance);
    return;
  }
  const address = leaving;
  leaving = undefined;
  event.stopImmediatePropagation();
  // The screen may have changed its address while the overlay was open.
  if (location.href !== address) history.replaceState(history.state, "", address);
  setTimeout(balance);
}

/** The router went to another screen: our entries lie below it, and can't be removed. */
function resetEntries(): void {
  if (!isPushing) entries = 0;
}
