import { type RefObject, useEffect, useRef } from "react";

const TYPES = ["pointerdown", "keydown"] as const;

/** Whether the last input was a pointer or a key. When code moves the focus, browsers draw a ring after either. */
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
