import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useAfterPause } from "#ui/shell/data/debounce.ts";

/** A search box over a text that lies elsewhere (the address) and follows once typing has paused. */
export function useSearchText(q: string, onSearch: (q: string) => void) {
  const [typed, setTyped] = useState(q);
  const lastQuery = useRef(q);
  const pausedText = useAfterPause(typed.trim());
  const search = useEffectEvent(onSearch);

  // Somebody else changed it: the palette, or Back.
  useEffect(() => {
    if (q !== lastQuery.current) {
      lastQuery.current = q;
      setTyped(q);
    }
  }, [q]);

  useEffect(() => {
    if (pausedText !== lastQuery.current) {
      lastQuery.current = pausedText;
      search(pausedText);
    }
  }, [pausedText]);

  return [typed, setTyped] as const;
}
