import type { KeyboardEvent } from "react";

/** The list is a single Tab stop; arrows, Home and End move within it. */
export function moveWithArrows(event: KeyboardEvent<HTMLElement>): void {
  const boxes = [
    ...event.currentTarget.querySelectorAll<HTMLInputElement>("input:not([disabled])"),
  ];
  const at = boxes.indexOf(event.target as HTMLInputElement);
  const next = {
    ArrowDown: boxes[at + 1],
    ArrowUp: boxes[at - 1],
    Home: boxes[0],
    End: boxes.at(-1),
  }[event.key];
  if (next) {
    event.preventDefault();
    next.focus();
  }
}
