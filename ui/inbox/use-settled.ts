import { useEffect, useState } from "react";

/** What was typed, once the typing has paused. */
export function useSettled(text: string, pauseMs = 200): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs);
    return () => clearTimeout(timer);
  }, [text, pauseMs]);
  return settled;
}
