import { useLayoutEffect } from "react";

/**
 * Gives the focus back to where it was before a dialog opened: Radix only knows the trigger inside
 * the dialog's own root, and leaves the focus nowhere without one.
 */
export function useReturnFocus(open: boolean): void {
  useLayoutEffect(() => {
    if (!open) return;
    const before = document.activeElement;
    return () => {
      setTimeout(() => {
        const nowhere = document.activeElement === document.body;
        if (nowhere && before instanceof HTMLElement) before.focus();
      });
    };
  }, [open]);
}
