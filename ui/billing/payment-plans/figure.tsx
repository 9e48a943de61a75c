import type { ReactNode } from "react";

/** A line of a two-column list of figures. */
export function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="dim">{name}</dt>
      <dd className="text-right font-label">{children}</dd>
    </>
  );
}
