import type { ReactNode } from "react";

/** Above a list: its search first, then the choices. They wrap where they do not fit (`.filters`). */
export function FilterBar({ children }: { children: ReactNode }) {
  return <div className="filters">{children}</div>;
}
