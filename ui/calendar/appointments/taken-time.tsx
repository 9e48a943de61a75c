import { useEffect, useEffectEvent, useState } from "react";
import { formatClock } from "#src/shared/clock-time.ts";

interface TakenTimeProps {
  /** Wall time; empty for none. */
  chosen: string;
  /** The free times of the week that is shown; undefined until they are known, and for a typed time. */
  free: readonly { readonly start: string }[] | undefined;
  onTaken: () => void;
}

/** Takes a chosen time back that someone else takes meanwhile, and says so. One that wasn't free before stays. */
export function TakenTime({ chosen, free, onTaken }: TakenTimeProps) {
  const [seen, setSeen] = useState<string>();
  const [taken, setTaken] = useState<string>();
  const isFree = free?.some(({ start }) => start === chosen) ?? false;
  if (isFree && seen !== chosen) setSeen(chosen);
  const isLost = free !== undefined && !isFree && chosen !== "" && chosen === seen;
  const lose = useEffectEvent(() => {
    setTaken(chosen);
    onTaken();
  });
  useEffect(() => {
    if (isLost) lose();
  }, [isLost]);
  if (!taken || taken === chosen) return null;
  return (
    <p className="wait" role="status">
      {formatClock(taken)} was just taken.
    </p>
  );
}
