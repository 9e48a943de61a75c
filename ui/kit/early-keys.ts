import { useEffect } from "react";

/** A dialog that isn't there by then won't come. */
const WAIT_MS = 10_000;
let typed = "";
let timer: ReturnType<typeof setTimeout> | undefined;

/** Keeps what is typed from now on, until a dialog opens, for its first field. */
export function keepEarlyKeys(): void {
  addEventListener("keydown", keep, { capture: true });
  clearTimeout(timer);
  timer = setTimeout(stop, WAIT_MS);
}

/** Keeps what is typed while an opened dialog loads. */
export function useEarlyKeys(isOpen: boolean): void {
  useEffect(() => {
    if (!isOpen) return;
    keepEarlyKeys();
    return stop;
  }, [isOpen]);
}

function stop(): void {
  clearTimeout(timer);
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
