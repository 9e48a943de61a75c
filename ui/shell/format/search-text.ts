import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useDebounced } from "#ui/shell/data/debounce.ts";

/** A search box for a text held elsewhere (the address), which is updated after a pause in typing. */
export function useSearchText(q: string, onSearch: (q: string) => void) {
  const [typed, setTyped] = useState(q);
  const lastQuery = useRef(q);
  const pausedText = useDebounced(typed.trim());
  const search = useEffectEvent(onSearch);

  // The text was changed elsewhere: by the palette, or Back.
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
