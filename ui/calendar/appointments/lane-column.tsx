import Coffee from "lucide-react/icons/coffee";
import Moon from "lucide-react/icons/moon";
import Plus from "lucide-react/icons/plus";
import type { CSSProperties, ReactNode } from "react";
import type { TimeOff } from "#src/calendar/time-off/contract.ts";
import { formatClock, toClock } from "#src/shared/clock-time.ts";
import { DEFAULT_APPOINTMENT_MINUTES } from "#src/shared/constants.ts";
import { classes } from "#ui/kit/classes.ts";
import { Icon } from "#ui/kit/icon.tsx";
import { formatFree, type Minutes } from "./free-time.ts";
import {
  drawnCleanup,
  type HourRange,
  heightOf,
  hostAt,
  insidePart,
  type Lane,
  minuteOf,
  topOf,
} from "./layout.ts";
import { OffTime } from "./off-time.tsx";
import { type Slot, useSlots } from "./use-slots.ts";

interface LaneColumnProps {
  lane: Lane;
  at: number;
  range: HourRange;
  /** Drawn as boxes that book their time. */
  gaps: readonly Minutes[];
  className?: string | undefined;
  /** Books an empty slot; undefined for users who may not. */
  onBook: ((slot: Slot) => void) | undefined;
  onOpenTimeOff: (timeOff: TimeOff) => void;
  children: ReactNode;
}

/** An employee's day: closed hours, breaks and time off are drawn behind the cards. */
export function LaneColumn(props: LaneColumnProps) {
  const { lane, at, range, className, onBook, onOpenTimeOff, children } = props;
  const [first, last] = [range.from * 60, range.until * 60];
  const placeOf = (minutes: Minutes) => {
    const from = Math.max(first, minutes.from);
    return { top: topOf(from, range), height: heightOf(Math.min(last, minutes.until) - from) };
  };
  const isInSight = ({ from, until }: Minutes) => Math.max(first, from) < Math.min(last, until);
  const insideOf = (minutes: Minutes) => (hostAt(lane, minutes) ? "inside" : undefined);
  const slots = useSlots(lane, range, onBook);
  const closed = closedTimes(lane, range).filter(isInSight);
  const opens = lane.open[0] && topOf(minuteOf(lane.open[0].start), range);
  return (
    <div
      className={classes("lane", className)}
      data-lane={at}
      style={{ height: heightOf(last - first) }}
      {...slots.lane}
    >
      {closed.map((gap) => (
        <div key={gap.from} className={gap.isBreak ? "break" : "closed"} style={placeOf(gap)}>
          {gap.label !== "" && (
            // It scrolls away with its hours. Sticky, half of it would stay below the head.
            <p
              className={classes("why", lane.open.length > 0 && "static!")}
              style={{ marginTop: heightOf(coveredIn(lane, gap, range)) }}
            >
              <Icon of={gap.isBreak ? Coffee : Moon} size="s" />
              {gap.label}
            </p>
          )}
        </div>
      ))}
      {lane.off.filter(isInSight).map((off) => {
        const inside = insidePart(lane, off);
        return (
          <OffTime
            key={`${off.from} ${off.label}`}
            {...{ off, onOpenTimeOff }}
            employeeName={lane.employeeName}
            inside={inside && placeOf(inside)}
            style={placeOf(off)}
            covered={off.timeOff ? undefined : heightOf(coveredIn(lane, off, range))}
          />
        );
      })}
      {props.gaps.map((gap) => (
        <FreeGap
          key={gap.from}
          gap={gap}
          className={insideOf(gap)}
          style={placeOf(gap)}
          onBook={onBook}
        />
      ))}
      {lane.appointments.length + props.gaps.length === 0 &&
        lane.open.length > 0 &&
        lane.off.length === 0 && (
          <p className="none" style={{ top: opens }}>
            No appointments
          </p>
        )}
      {slots.slot && <EmptySlot slot={slots.slot} className={insideOf} range={range} />}
      {children}
    </div>
  );
}

interface FreeGapProps {
  gap: Minutes;
  /** "inside" the card of the visit whose processing time it is. */
  className: string | undefined;
  style: CSSProperties;
  onBook: LaneColumnProps["onBook"];
}

/** The pointer books the quarter hour under it; a press without one, the start of the gap. */
function FreeGap({ gap, className, style, onBook }: FreeGapProps) {
  const length = formatFree(gap.until - gap.from);
  if (!onBook)
    return (
      <p className={classes("gap num", className)} style={style}>
        {length}
      </p>
    );
  return (
    <button
      type="button"
      className={classes("gap num", className)}
      style={style}
      onClick={(event) => {
        if (event.detail !== 0) return;
        event.stopPropagation();
        onBook({ from: gap.from, to: undefined });
      }}
    >
      <span className="book">Book {formatClock(toClock(gap.from))}</span>
      <span className="length">
        <span className="sr">, </span>
        {length}
      </span>
    </button>
  );
}

interface EmptySlotProps {
  slot: Slot;
  className: (minutes: Minutes) => string | undefined;
  range: HourRange;
}

/** Hidden from screen readers and the keyboard, which book a gap or with Add Appointment. */
function EmptySlot({ slot: { from, to }, className, range }: EmptySlotProps) {
  const until = to ?? from + DEFAULT_APPOINTMENT_MINUTES / 2;
  return (
    <div
      className={classes("free", className({ from, until }))}
      style={{ top: topOf(from, range), height: heightOf(until - from) }}
      aria-hidden="true"
    >
      <Icon of={Plus} size="s" />
      Book {formatClock(toClock(from))}
      {to !== undefined && ` – ${formatClock(toClock(to % (24 * 60)))}`}
    </div>
  );
}

/** For how many minutes a visit and its cleanup reach into a closed time, whose words come below it. */
function coveredIn(lane: Lane, { from, until }: Minutes, range: HourRange): number {
  const ends = lane.appointments
    .filter(({ appointmentDate }) => minuteOf(appointmentDate) < from)
    .map(
      (visit) =>
        minuteOf(visit.appointmentDate) + visit.durationMinutes + drawnCleanup(visit, lane, range),
    );
  return Math.min(until, Math.max(from, ...ends)) - from;
}

interface ClosedTime extends Minutes {
  readonly isBreak: boolean;
  readonly label: string;
}

/** A shorter time has no room for words. */
const LABELED_MINUTES = 45;

/** The time outside the hours: before, between and after the intervals, or the whole day. */
function closedTimes({ open, closedFor }: Lane, range: HourRange): ClosedTime[] {
  const [first, until] = [range.from * 60, range.until * 60];
  if (open.length === 0) {
    const label = closedFor === null ? "Off" : closedFor || "Closed";
    return [{ from: first, until, isBreak: false, label }];
  }
  const opens = minuteOf(open[0]?.start ?? "");
  const labelOf = (from: number, to: number) => {
    if (to - from < LABELED_MINUTES) return "";
    return to === opens ? `Starts at ${formatClock(toClock(opens))}` : "Off";
  };
  const ends = [first, ...open.map(({ end }) => minuteOf(end) || until)];
  const starts = [...open.map(({ start }) => minuteOf(start)), until];
  return starts.map((start, at) => {
    const isBreak = at > 0 && at < open.length;
    const from = ends[at] ?? first;
    return { from, until: start, isBreak, label: isBreak ? "Break" : labelOf(from, start) };
  });
}
