import type { ReactNode } from "react";
import { HOUR_PX, type HourRange, type Lane, minuteOf, topOf } from "./layout.ts";

interface LaneColumnProps {
  lane: Lane;
  at: number;
  range: HourRange;
  children: ReactNode;
}

/** An employee's day: closed hours are hatched behind the cards. */
export function LaneColumn({ lane, at, range, children }: LaneColumnProps) {
  const height = (range.until - range.from) * HOUR_PX;
  const opens = topOf(minuteOf(lane.hours.start), range);
  const closes = topOf(minuteOf(lane.hours.end) || 24 * 60, range);
  return (
    <div className="lane" data-lane={at} style={{ height }}>
      {opens > 0 && <div className="closed" style={{ top: 0, height: opens }} />}
      {closes < height && <div className="closed" style={{ top: closes, bottom: 0 }} />}
      {lane.appointments.length === 0 && (
        <p className="none" style={{ top: opens + 12 }}>
          No appointments
        </p>
      )}
      {children}
    </div>
  );
}
