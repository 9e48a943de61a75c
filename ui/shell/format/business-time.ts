import { useSignals } from "@preact/signals-react/runtime";
import { useUiState } from "#ui/ui-state.ts";
import { useTimeZone } from "./business-time-zone.tsx";

interface BusinessTime {
  /** Epoch milliseconds: the server's time on the first paint, then ticking in the browser. */
  readonly now: number;
  /** The business's zone, from settings. */
  readonly timeZone: string;
}

/** The current time at the business; Date.now() in a render would break hydration. */
export function useBusinessTime(): BusinessTime {
  useSignals();
  const { now } = useUiState();
  const timeZone = useTimeZone();
  return { now: now.value, timeZone };
}
