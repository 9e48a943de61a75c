import type { ReactNode } from "react";

export function StatStrip({ children }: { children: ReactNode }) {
  return (
    <section className="stats" aria-label="Figures">
      {children}
    </section>
  );
}
