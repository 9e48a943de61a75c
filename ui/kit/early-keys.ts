import { useEffect } from "react";

/** A dialog that isn't there by then won't come. */
const WAIT_MS = 10_000;
let typed = "";

/** Keeps what is typed while an opened dialog loads, for its first field. */
export function useEarlyKeys(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    addEventListener("keydown", keep, { capture: true });
    const timer = setTimeout(stop, WAIT_MS);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [isOpen]);
}

function stop(): void {
  removeEventListener("keydown", keep, { capture: true });
  typed = "";
}

function keep(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey } = event;
  const isElsewhere = (target as Element).closest("input, textarea, .dialog");
  if (isElsewhere || ctrlKey || metaKey || key.length > 1) return;
  typed += key;
  // It is neither a shortcut nor a press of the button that has the focus.
  event.preventDefault();
}

/** What was typed, for the dialog that is open now. */
export function takeEarlyKeys(): string {
  const taken = typed;
  stop();
  return taken;
}
