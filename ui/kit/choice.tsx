import type { ReactNode } from "react";

interface ChoiceProps {
  control: ReactNode;
  children: ReactNode;
}

/** A checkbox or switch with its label, which is clickable too. */
export function Choice({ control, children }: ChoiceProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is handed in
    <label className="choice">
      {control}
      {children}
    </label>
  );
}
