import { useEffect, useState } from "react";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";

/** Returns the whole seconds until a moment, counted down every second and never negative. */
export function useSecondsLeft(moment: string): number {
  const { now } = useBusinessTime();
  const [current, setCurrent] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setCurrent(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((Date.parse(moment) - current) / 1000));
}

/** "11:42" */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
