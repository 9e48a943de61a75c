import { type RefObject, useEffect, useRef } from "react";

const TYPES = ["pointerdown", "keydown"] as const;

/** What was used last, a pointer or a key: browsers draw a ring around what gets the focus after both. */
export function useLastInput(): RefObject<(typeof TYPES)[number] | undefined> {
  const last = useRef<(typeof TYPES)[number]>(undefined);
  useEffect(() => {
    const stop = new AbortController();
    for (const type of TYPES)
      addEventListener(type, () => (last.current = type), { capture: true, signal: stop.signal });
    return () => stop.abort();
  }, []);
  return last;
}
