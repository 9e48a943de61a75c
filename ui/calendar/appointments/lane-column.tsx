import CalendarOff from "lucide-react/icons/calendar-off";
import Coffee from "lucide-react/icons/coffee";
import Moon from "lucide-react/icons/moon";
import type { ReactNode } from "react";
import { Icon } from "#ui/kit/icon.tsx";
import { HOUR_PX, type HourRange, type Lane, minuteOf, topOf } from "./layout.ts";

interface LaneColumnProps {
  lane: Lane;
  at: number;
  range: HourRange;
  children: ReactNode;
}

/** An employee's day: closed hours, breaks and time off are drawn behind the cards. */
export function LaneColumn({ lane, at, range, children }: LaneColumnProps) {
  const height = (range.until - range.from) * HOUR_PX;
  const placeOf = ({ from, until }: Gap) => {
    const top = Math.max(0, topOf(from, range));
    return { top, height: Math.min(height, topOf(until, range)) - top };
  };
  const gaps = gapsOf(lane, range).filter((gap) => placeOf(gap).height > 0);
  const opens = lane.open[0] ? topOf(minuteOf(lane.open[0].start), range) : 0;
  return (
    <div className="lane" data-lane={at} style={{ height }}>
      {gaps.map((gap) => (
        <div key={gap.from} className={gap.isBreak ? "break" : "closed"} style={placeOf(gap)}>
          {gap.label !== "" && (
            <p className="why">
              <Icon of={gap.isBreak ? Coffee : Moon} size="s" />
              {gap.label}
            </p>
          )}
        </div>
      ))}
      {lane.off.map((off) => (
        <div key={off.id} className="closed off" style={placeOf(off)}>
          <p className="why">
            <Icon of={CalendarOff} size="s" />
            {off.label}
          </p>
        </div>
      ))}
      {lane.appointments.length === 0 && lane.open.length > 0 && lane.off.length === 0 && (
        <p className="none" style={{ top: opens + 12 }}>
          No appointments
        </p>
      )}
      {children}
    </div>
  );
}

interface Gap {
  /** Minutes of the day. */
  readonly from: number;
  readonly until: number;
}

interface ClosedGap extends Gap {
  readonly isBreak: boolean;
  readonly label: string;
}

/** The time outside the hours: before, between and after the intervals, or the whole day. */
function gapsOf({ open, closedFor }: Lane, range: HourRange): ClosedGap[] {
  const [first, until] = [range.from * 60, range.until * 60];
  if (open.length === 0) {
    const label = closedFor === null ? "Not working" : closedFor || "Closed";
    return [{ from: first, until, isBreak: false, label }];
  }
  const ends = [first, ...open.map(({ end }) => minuteOf(end) || until)];
  const starts = [...open.map(({ start }) => minuteOf(start)), until];
  return starts.map((start, at) => {
    const isBreak = at > 0 && at < open.length;
    return { from: ends[at] ?? first, until: start, isBreak, label: isBreak ? "Break" : "" };
  });
}
