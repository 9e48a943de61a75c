import { useEffect, useRef } from "react";
import { followTips } from "./follow-tips.ts";

/**
 * Shows the words of any `data-tip` attribute below the element that has it, or to the right with
 * `data-tip-side="right"`: at once for the keyboard, after a delay for a mouse, never for touch. So
 * a tip repeats a name and never says what is said nowhere else.
 *
 * One for the page, instead of a Radix tooltip per button: that would add 20 KB of gzip to every
 * page, mostly for positioning.
 */
export function TooltipLayer() {
  const tip = useRef<HTMLDivElement>(null);
  useEffect(() => (tip.current ? followTips(tip.current) : undefined), []);
  return <div ref={tip} className="tip" role="tooltip" hidden />;
}
