import type { ReactNode } from "react";

/** The figures above a list: a row of cards, on a phone one card with all of them. */
export function StatStrip({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: on a phone it may scroll, also by keyboard
    <section className="stats" aria-label="Figures" tabIndex={0}>
      {children}
    </section>
  );
}
