import type { ReactNode } from "react";

/** One card with lines between its figures. */
export function StatStrip({ children }: { children: ReactNode }) {
  return (
    <section className="stats" aria-label="Figures">
      {children}
    </section>
  );
}
