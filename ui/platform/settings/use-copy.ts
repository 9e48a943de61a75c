import type { RefObject } from "react";
import { useToasts } from "#ui/kit/toasts.tsx";

/**
 * Browsers allow clipboard access on HTTPS and localhost only; elsewhere the text stays selected.
 */
export function useCopy(selected: RefObject<HTMLInputElement | HTMLPreElement | null>) {
  const toasts = useToasts();
  return async (text: string) => {
    const { current } = selected;
    if (current instanceof HTMLInputElement) current.select();
    else if (current) getSelection()?.selectAllChildren(current);
    if (navigator.clipboard) {
      await navigator.clipboard.writeText(text);
      toasts.show({ title: "Copied!" });
    } else {
      toasts.show({ title: "Selected", description: "Press Ctrl C to copy it." });
    }
  };
}
