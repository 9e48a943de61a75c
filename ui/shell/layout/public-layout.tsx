import type { ReactNode } from "react";
import { BrandMark } from "./brand-mark.tsx";
import { ThemeToggle } from "./theme-toggle.tsx";

export function PublicFrame({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-[calc(100dvh-var(--foot))] flex-col">
      <header className="flex items-center justify-between px-2 py-2">
        <span className="brand">
          <BrandMark />
          <span>Parlor</span>
        </span>
        <ThemeToggle />
      </header>
      <main className="flex flex-1 flex-col">{children}</main>
    </div>
  );
}
