import { useEffect, useState } from "react";
import type { WaitlistEntry } from "#src/calendar/waitlist/contract.ts";
import { useBusinessTime } from "#ui/shell/format/business-time.ts";
import { serverNow } from "#ui/shell/format/server-time.ts";

/** Returns the whole seconds until an offer ends, counted down every second and never negative. */
export function useSecondsLeft(offer: NonNullable<WaitlistEntry["offer"]>): number {
  const { now } = useBusinessTime();
  const [current, setCurrent] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setCurrent(serverNow()), 1000);
    return () => clearInterval(timer);
  }, []);
  const end = Date.parse(offer.expiresAt);
  // The clock of the first paint may be some seconds older than the offer.
  const left = Math.min(end - current, end - Date.parse(offer.offeredAt));
  return Math.max(0, Math.ceil(left / 1000));
}

/** "11:42" */
export function formatCountdown(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
