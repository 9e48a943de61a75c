import { useSignals } from "@preact/signals-react/runtime";
import { useQuery } from "@tanstack/react-query";
import { useApi } from "#ui/api.ts";
import { shellSettingsQuery } from "#ui/shell/data/queries.ts";
import { useUiState } from "#ui/ui-state.ts";

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
  const { data: timeZone = "UTC" } = useQuery({
    ...shellSettingsQuery(useApi()),
    select: (settings) => settings.timeZone,
  });
  return { now: now.value, timeZone };
}
