import { useEffect, useState } from "react";

const PAUSE_MS = 200;

export function useDebounced(text: string): string {
  const [pausedText, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return pausedText;
}
