import type { ReactNode } from "react";
import { classes } from "./classes.ts";

interface CardsProps {
  busy?: boolean | undefined;
  /** `[--card:290px]` sets the minimum card width; the default is 256 px. */
  className?: string | undefined;
  children: ReactNode;
}

export function Cards({ busy, className, children }: CardsProps) {
  return (
    <div className={classes("cards", className)} aria-busy={busy}>
      {children}
    </div>
  );
}
