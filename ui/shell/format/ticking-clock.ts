import { useEffect } from "react";
import { useUiState } from "#ui/ui-state.ts";

const TICK_MS = 20_000;

/**
 * Keeps "2 min ago" true; the first paint showed the server's moment. Used inside the screen and not
 * around it: React hydrates what lies in a Suspense later than what lies around, and a clock that has
 * moved on by then would differ from the server's page.
 */
export function useTickingClock(): void {
  const { now } = useUiState();
  useEffect(() => {
    const tick = () => {
      now.value = Date.now();
    };
    tick();
    const ticking = setInterval(tick, TICK_MS);
    return () => clearInterval(ticking);
  }, [now]);
}
