import type { ReactNode } from "react";

/** The figures above a list: a row of cards, on a phone one card with all of them. */
export function StatStrip({ children }: { children: ReactNode }) {
  return (
    <section className="stats" aria-label="Figures">
      {children}
    </section>
  );
}
