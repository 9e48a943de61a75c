import type { ReactNode } from "react";
import { Link } from "wouter";
import { buttonClass } from "#ui/kit/button-class.ts";
import { goToAnchor } from "#ui/shell/layout/anchor.ts";

/** A row's button that leads to the screen where it is decided. */
export function Go({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link href={to} className={buttonClass({})} onClick={() => goToAnchor(to)}>
      {children}
    </Link>
  );
}
