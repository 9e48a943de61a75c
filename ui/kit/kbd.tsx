import type { ReactNode } from "react";

/** A reminder of keys beside what they do: "Ctrl K", "G I". */
export function Kbd({ children }: { children: ReactNode }) {
  return <kbd className="kbd">{children}</kbd>;
}
