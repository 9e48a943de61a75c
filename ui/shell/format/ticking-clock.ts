import { useEffect } from "react";
import { useUiState } from "#ui/ui-state.ts";

const TICK_MS = 20_000;

/**
 * Updates relative times. It is used inside the screen because React hydrates Suspense content
 * later than its surroundings, and a clock that has moved on by then would differ from the server's
 * page.
 */
export function useTickingClock(): void {
  const { now } = useUiState();
  useEffect(() => {
    const tick = () => {
      now.value = Date.now();
    };
    // Right after the page's rendering it would only render every relative time a second time.
    if (Math.abs(Date.now() - now.peek()) > TICK_MS) tick();
    const ticking = setInterval(tick, TICK_MS);
    return () => clearInterval(ticking);
  }, [now]);
}
