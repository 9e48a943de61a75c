import { useSignals } from "@preact/signals-react/runtime";
import { useUiState } from "#ui/ui-state.ts";
import { useTimeZone } from "./business-time-zone.tsx";

/**
 * The current time at the business, in epoch milliseconds, and its zone. The first paint has the
 * server's time: Date.now() in a render would break hydration.
 */
export function useBusinessTime() {
  useSignals();
  const { now } = useUiState();
  const timeZone = useTimeZone();
  return { now: now.value, timeZone };
}
