import Plus from "lucide-react/icons/plus";
import type { ReactNode } from "react";
import { formatClock } from "#src/shared/clock-time.ts";
import { DEFAULT_APPOINTMENT_MINUTES } from "#src/shared/constants.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { clockAt, HOUR_PX, type HourRange, type Lane, minuteOf, topOf } from "./layout.ts";
import { type Slot, useSlots } from "./use-slots.ts";

interface LaneColumnProps {
  lane: Lane;
  at: number;
  range: HourRange;
  /** Books an empty slot; undefined for users who may not. */
  onBook: ((slot: Slot) => void) | undefined;
  children: ReactNode;
}

/** An employee's day: closed hours are hatched behind the cards. */
export function LaneColumn({ lane, at, range, onBook, children }: LaneColumnProps) {
  const height = (range.until - range.from) * HOUR_PX;
  const opens = topOf(minuteOf(lane.hours.start), range);
  const closes = topOf(minuteOf(lane.hours.end) || 24 * 60, range);
  const slots = useSlots(range, onBook);
  return (
    <div className="lane" data-lane={at} style={{ height }} {...slots.lane}>
      {opens > 0 && <div className="closed" style={{ top: 0, height: opens }} />}
      {closes < height && <div className="closed" style={{ top: closes, bottom: 0 }} />}
      {lane.appointments.length === 0 && (
        <p className="none" style={{ top: opens + 12 }}>
          No appointments
        </p>
      )}
      {slots.slot && <EmptySlot slot={slots.slot} range={range} />}
      {children}
    </div>
  );
}

/** The keyboard books with Add Appointment, so this is only for who sees it. */
function EmptySlot({ slot: { from, to }, range }: { slot: Slot; range: HourRange }) {
  const until = to ?? from + DEFAULT_APPOINTMENT_MINUTES / 2;
  const top = topOf(from, range);
  return (
    <div className="free" style={{ top, height: topOf(until, range) - top }} aria-hidden="true">
      <Icon of={Plus} size="s" />
      Book {formatClock(clockAt(from))}
      {to !== undefined && ` – ${formatClock(clockAt(to % (24 * 60)))}`}
    </div>
  );
}
