import { afterFocusMoves } from "./return-focus.ts";

/** Runs once the focus has moved and a press that moves it is over: what is pressed must not move away under the pointer. */
export function afterPress(run: () => void): void {
  const ends = ["pointerup", "pointercancel"] as const;
  afterFocusMoves(() => {
    if (!document.querySelector(":active")) return run();
    const end = () => {
      for (const type of ends) removeEventListener(type, end);
      // The click follows.
      setTimeout(run);
    };
    for (const type of ends) addEventListener(type, end);
  });
}
