import { useEffect } from "react";
import { typeInto } from "./type-into.ts";

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
  const { key, target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (target instanceof Element && target.closest("input, textarea, select, [role=dialog]")) return;
  if (key === "Backspace") typed = typed.slice(0, -1);
  else if (key.length === 1) typed += key;
  else return;
  // It is neither a shortcut nor a press of the button that has the focus.
  event.preventDefault();
}

/** Types it into the field of the dialog that opens. */
export function typeEarlyKeys(field: HTMLElement): void {
  if (typed !== "" && isText(field)) typeInto(field, field.value + typed);
  stop();
}

function isText(field: HTMLElement): field is HTMLInputElement | HTMLTextAreaElement {
  return field.matches("textarea, input:not([type]), input:is([type=text], [type=tel])");
}
