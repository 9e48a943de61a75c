import type { ReactNode } from "react";

interface ChoiceProps {
  control: ReactNode;
  children: ReactNode;
}

/** A check or switch with its words, all of which can be pressed. */
export function Choice({ control, children }: ChoiceProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the control is handed in
    <label className="choice">
      {control}
      {children}
    </label>
  );
}
