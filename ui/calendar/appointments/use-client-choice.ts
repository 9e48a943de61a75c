import { useEffect, useEffectEvent, useState } from "react";
import { WALK_IN } from "./booking-client.tsx";
import type { Prefill } from "./form-values.ts";

/** How long Book waits for who has the typed name, in milliseconds. */
const LONGEST_SEARCH_MS = 1_000;

/** Who is booked, as the fields for the client report it. */
export function useClientChoice(prefill: Prefill | undefined, known: number | undefined) {
  const [contactId, onContact] = useState(known);
  const [isNew, onNew] = useState(false);
  const [isUndecided, onUndecided] = useState(false);
  const [isAtDesk, onHere] = useState(prefill?.clientName === WALK_IN);
  const [searches, setSearches] = useState(0);
  const onSearching = (isSearching: boolean) =>
    setSearches((count) => count + (isSearching ? 1 : -1));
  return {
    ...{ contactId, isNew, isUndecided, isAtDesk, isSearching: searches > 0 },
    /** For the fields. */
    on: { onContact, onNew, onUndecided, onHere, onSearching },
  };
}

/**
 * Runs what was asked for once clients were searched for, or after a second: until then the typed name may be the
 * beginning of a client's. If what staff see changed meanwhile, it doesn't run: they read it, and press again.
 */
export function useOnceFound(isSearching: boolean, seen: readonly unknown[], run: () => void) {
  const inSight = JSON.stringify(seen);
  /** What was in sight at the press. */
  const [pressed, setPressed] = useState<string>();
  const isWaiting = pressed !== undefined;
  const end = useEffectEvent(() => {
    setPressed(undefined);
    if (inSight === pressed) run();
  });
  useEffect(() => {
    if (!isWaiting) return;
    const timer = setTimeout(end, isSearching ? LONGEST_SEARCH_MS : 0);
    return () => clearTimeout(timer);
  }, [isWaiting, isSearching]);
  return {
    isWaiting,
    start() {
      if (isSearching) setPressed(inSight);
      else run();
    },
  };
}
