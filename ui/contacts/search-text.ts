import { useEffect, useEffectEvent, useRef, useState } from "react";

const PAUSE_MS = 200;

/** A search box over a text that lies elsewhere (the address) and follows once typing has paused. */
export function useSearchText(q: string, onSearch: (q: string) => void) {
  const [typed, setTyped] = useState(q);
  const known = useRef(q);
  const search = useEffectEvent(onSearch);

  // Somebody else changed it: the palette, or Back.
  useEffect(() => {
    if (q !== known.current) {
      known.current = q;
      setTyped(q);
    }
  }, [q]);

  useEffect(() => {
    const next = typed.trim();
    if (next === known.current) return;
    const timer = setTimeout(() => {
      known.current = next;
      search(next);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);

  return [typed, setTyped] as const;
}
