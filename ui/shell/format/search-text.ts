import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useAfterPause } from "#ui/shell/data/debounce.ts";

/** A search box over a text that lies elsewhere (the address) and follows once typing has paused. */
export function useSearchText(q: string, onSearch: (q: string) => void) {
  const [typed, setTyped] = useState(q);
  const known = useRef(q);
  const settled = useAfterPause(typed.trim());
  const search = useEffectEvent(onSearch);

  // Somebody else changed it: the palette, or Back.
  useEffect(() => {
    if (q !== known.current) {
      known.current = q;
      setTyped(q);
    }
  }, [q]);

  useEffect(() => {
    if (settled !== known.current) {
      known.current = settled;
      search(settled);
    }
  }, [settled]);

  return [typed, setTyped] as const;
}
