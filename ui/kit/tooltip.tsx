import { useEffect, useRef } from "react";

/**
 * Shows the text of any `data-tip` attribute below the element, or to the right with
 * `data-tip-side="right"`: immediately for the keyboard, after a delay for a mouse, never for
 * touch. Screen readers skip tips, so a tip may only repeat a name. There is one layer per page: a Radix
 * tooltip per button would add 20 KB of gzip to every page, mostly for positioning.
 */
export function TooltipLayer() {
  const tip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const leave = new AbortController();
    import("./follow-tips.ts")
      .then(({ followTips }) => tip.current && followTips(tip.current, leave.signal))
      // Offline, the page works without tips.
      .catch(() => undefined);
    return () => leave.abort();
  }, []);
  return <div ref={tip} className="tip" aria-hidden="true" hidden />;
}
