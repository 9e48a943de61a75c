import type { ReactNode } from "react";
import { classes } from "./classes.ts";

interface StatStripProps {
  /** One card with lines between smaller figures. */
  isOne?: boolean;
  children: ReactNode;
}

export function StatStrip({ isOne, children }: StatStripProps) {
  return (
    <section className={classes("stats", isOne && "one")} aria-label="Figures">
      {children}
    </section>
  );
}
