import type { ReactNode } from "react";

/** A keyboard shortcut next to its action: "Ctrl K", "G I". */
export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className="kbd">{children}</kbd>;
}
