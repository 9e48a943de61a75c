import type { ReactNode } from "react";

/** A checkbox or switch with its label, which is clickable too. */
export function Choice({ control, children }: { control: ReactNode; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is handed in
    <label className="choice">
      {control}
      {children}
    </label>
  );
}
