import type { ReactNode } from "react";
import { classes } from "./classes.ts";

interface CardsProps {
  busy?: boolean | undefined;
  /** `[--card:290px]` says how narrow a card may be; 280 px unless told. */
  className?: string | undefined;
  children: ReactNode;
}

/** As many cards side by side as there is room for. */
export function Cards({ busy, className, children }: CardsProps) {
  return (
    <div className={classes("cards", className)} aria-busy={busy}>
      {children}
    </div>
  );
}
