import { useEffect, useEffectEvent, useState } from "react";
import type { FreeTime, FreeTimes } from "#src/calendar/availability/contract.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { useTimeZone } from "#ui/shell/format/business-time-zone.tsx";
import { momentAt } from "#ui/shell/format/dates.ts";

interface TakenTimeProps {
  /** Wall time; empty for none. */
  chosen: string;
  /** Who performs the visit at that time, or its first services. */
  employeeId: string;
  /** The free times of the week that is shown; undefined for a typed time. */
  week: { readonly data: FreeTimes | undefined; readonly isPlaceholderData: boolean } | undefined;
  /** Called when it was taken: true if it's still free with others. */
  onChange: (isFree: boolean) => void;
}

/**
 * Takes a chosen time back that someone else takes meanwhile, and says so. One that wasn't free before stays, and so does one
 * that has passed.
 */
export function TakenTime({ chosen, employeeId, week, onChange }: TakenTimeProps) {
  const timeZone = useTimeZone();
  const [seen, setSeen] = useState<FreeTime>();
  const [taken, setTaken] = useState<string>();
  const free = week?.isPlaceholderData ? undefined : week?.data;
  const slots = free && [free.now, ...free.slots].filter((one) => one?.start === chosen);
  const slot = slots?.find((one) => String(one?.employeeId) === employeeId) ?? slots?.[0];
  const isSeen = seen?.start === chosen;
  if (slot && !isSeen) setSeen(slot);
  const isLost = slots?.length === 0 && isSeen;
  // Each of the employees who share a visit may be taken.
  const isOthers = slot !== undefined && isSeen && JSON.stringify(slot) !== JSON.stringify(seen);
  const lose = useEffectEvent(() => {
    if (chosen <= momentAt(Date.now(), timeZone)) return;
    setTaken(chosen);
    onChange(false);
  });
  useEffect(() => {
    if (isLost) lose();
  }, [isLost]);
  const change = useEffectEvent(() => {
    setSeen(slot);
    onChange(true);
  });
  useEffect(() => {
    if (isOthers) change();
  }, [isOthers]);
  if (!taken || chosen !== "") return null;
  return (
    <p className="wait" role="status">
      {formatClock(taken)} was just taken.
    </p>
  );
}
