import { useEffect } from "react";
import { useUiState } from "#ui/ui-state.ts";

const TICK_MS = 20_000;

/** Keeps "2 min ago" true; the first paint showed the server's moment. */
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
