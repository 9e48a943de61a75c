import type { ReactNode } from "react";

/** A line of a two-column list. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="dim">{label}</dt>
      <dd className="num font-label wrap-anywhere">{children}</dd>
    </>
  );
}
