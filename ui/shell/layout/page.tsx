import type { ReactNode } from "react";
import { classes } from "#ui/kit/classes.ts";

interface PageProps {
  /** The screen's title. */
  label: string;
  /** Panes side by side that scroll by themselves, to the sheet's edge. */
  flush?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** What lies under the bar. Inside it screens answer to `@container page`, not to the window. */
export function Page({ label, flush, className, children }: PageProps) {
  if (flush) return <div className={classes("page flush", className)}>{children}</div>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <section className={classes("page", className)} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
