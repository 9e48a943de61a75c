import { useSyncExternalStore } from "react";

/** The sidebar and seven days of the narrowest column (schedule.css). */
const WEEK_FITS = "(width >= 1264px)";

/** Whether seven days fit next to each other. True until the page is hydrated. */
export function useWeekFits(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(WEEK_FITS).matches,
    () => true,
  );
}

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(WEEK_FITS);
  query.addEventListener("change", onChange);
  return () => query.removeEventListener("change", onChange);
}
