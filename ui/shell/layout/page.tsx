import type { ReactNode } from "react";

interface PageProps {
  label: string;
  /** Side-by-side panes that scroll separately, up to the edges. */
  flush?: boolean | undefined;
  children: ReactNode;
}

/** The content below the bar. Screens use `@container page` instead of the window's width. */
export function Page({ label, flush, children }: PageProps) {
  if (flush) return <div className="page flush">{children}</div>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
    <section className="page" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
