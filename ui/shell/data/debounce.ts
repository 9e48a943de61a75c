import { useEffect, useState } from "react";

const PAUSE_MS = 200;

/** What was typed in a search, once the typing has paused. */
export function useAfterPause(text: string): string {
  const [pausedText, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return pausedText;
}
