import { useEffect } from "react";

/** The page and its dialogs get shorter by a row at the bottom edge, so that nothing is covered. */
export function useFootRow(row: HTMLElement | null, name: "--toast" | "--strip"): void {
  useEffect(() => {
    if (!row) return;
    const { style } = document.documentElement;
    const sizes = new ResizeObserver(() => style.setProperty(name, `${row.offsetHeight}px`));
    sizes.observe(row);
    return () => {
      sizes.disconnect();
      style.removeProperty(name);
    };
  }, [row, name]);
}
