import { type ReactNode, useId, useRef } from "react";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import type { TimeOff } from "#src/calendar/time-off/contract.ts";
import { formatClock, toClock } from "#src/shared/clock-time.ts";
import { classes } from "#ui/kit/classes.ts";
import { AppointmentCard } from "./appointment-card.tsx";
import { columnDay } from "./days.ts";
import { tensesIn } from "./event-marks.ts";
import { sumDay } from "./free-time.ts";
import { useHourHeight } from "./hour-height.ts";
import { LaneColumn } from "./lane-column.tsx";
import {
  drawnCleanup,
  type Lane,
  minuteOf,
  moreAfter,
  rangeOf,
  sharesOf,
  stackOf,
  topOf,
  WHOLE,
} from "./layout.ts";
import { useServiceColors } from "./service-color.tsx";
import { useDragging } from "./use-dragging.ts";
import { useScrollToWork } from "./use-scroll-to-work.ts";
import type { Slot } from "./use-slots.ts";

/** An hour's label nearer than this to the current time would lie under its badge. */
const NOW_PX = 18;

interface ScheduleGridProps {
  label: string;
  lanes: readonly Lane[];
  /** The only employee that a phone has room for; undefined where a phone shows no columns. */
  chosen?: number | undefined;
  /** Wall time. */
  now: string;
  /** One employee's week, in narrow columns: opens a day. What is free is drawn as boxes that book it. */
  onDay?: (day: string) => void;
  head: (lane: Lane) => ReactNode;
  onOpen: (appointment: Appointment) => void;
  onMove: (appointment: Appointment, to: { employeeId: number; appointmentDate: string }) => void;
  onBook: ((lane: Lane, slot: Slot) => void) | undefined;
  onOpenTimeOff: (timeOff: TimeOff) => void;
  foot: ReactNode;
}

/**
 * Columns of time. Cards are dragged, or picked up with the space bar and moved with the arrow
 * keys.
 */
export function ScheduleGrid(props: ScheduleGridProps) {
  const { label, lanes, chosen, now, onDay, head, onOpen, onMove, onBook, onOpenTimeOff } = props;
  const hint = useId();
  const range = rangeOf(lanes);
  const tenseOf = tensesIn(lanes, now);
  const colorOf = useServiceColors();
  const wrap = useRef<HTMLElement>(null);
  const hourHeight = useHourHeight(wrap, range);
  useScrollToWork(wrap, lanes, range, now);
  const { drag, grid, announcement, pointerOf, press } = useDragging({
    lanes,
    hourHeight,
    onDrop(appointment, lane, minute) {
      const appointmentDate = `${lane.day}T${toClock(minute)}:00`;
      onMove(appointment, { employeeId: lane.employeeId, appointmentDate });
      focusSoon(appointment.id);
    },
  });
  const today = lanes.filter(({ day }) => day === now.slice(0, 10));
  const isNow =
    today.length > 0 && minuteOf(now) >= range.from * 60 && minuteOf(now) <= range.until * 60;
  const isNearNow = (hour: number) =>
    isNow && (Math.abs(hour * 60 - minuteOf(now)) / 60) * hourHeight < NOW_PX;
  const hours = Array.from({ length: range.until - range.from }, (_, at) => range.from + at);

  return (
    <section
      ref={wrap}
      className={classes("gridwrap", chosen === undefined && "no-phone")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reachable by keyboard
      tabIndex={0}
      aria-label={label}
    >
      <p id={hint} className="sr">
        Press Enter to open it, or Space to pick it up and move it with the arrow keys.
      </p>
      <p className="sr" role="status">
        {announcement}
      </p>
      <div
        ref={grid}
        className={classes(
          "cal",
          onDay && "week",
          lanes.some(({ appointments }) => appointments.some(isShort)) && "half-hours",
          drag?.by === "pointer" && "dragging",
        )}
        style={{ "--lanes": lanes.length, "--count": hours.length } as object}
      >
        <div className="eh o" />
        {lanes.map((lane) => (
          <div
            key={lane.key}
            className={classes(
              "eh",
              onDay && today.includes(lane) && "today",
              lane.employeeId !== chosen && "other",
            )}
          >
            {head(lane)}
          </div>
        ))}
        <div className="lane hrs num" aria-hidden="true">
          {hours.map((hour) => (
            <span key={hour} style={{ top: topOf(hour * 60, range) }}>
              {!isNearNow(hour) && formatClock(toClock(hour * 60)).replace(":00", "")}
            </span>
          ))}
        </div>
        {lanes.map((lane, at) => {
          const shares = onDay ? stackOf(lane.appointments) : sharesOf(lane.appointments);
          const drawn = lane.appointments.filter(({ id }) => !onDay || shares.has(id));
          return (
            <LaneColumn
              key={lane.key}
              lane={lane}
              at={at}
              range={range}
              gaps={onDay ? sumDay(lane, now).free : []}
              className={classes(lane.employeeId !== chosen && "other")}
              onBook={onBook && !drag ? (slot) => onBook(lane, slot) : undefined}
              onOpenTimeOff={onOpenTimeOff}
            >
              {drawn.map((appointment) => {
                const { wasDragged, ...pointer } = pointerOf(appointment, at);
                return (
                  <AppointmentCard
                    key={appointment.id}
                    id={cardId(appointment.id)}
                    appointment={appointment}
                    tense={tenseOf(appointment)}
                    cleanupMinutes={drawnCleanup(appointment, lane, range)}
                    {...{ now, hourHeight }}
                    color={colorOf(appointment)}
                    top={topOf(minuteOf(appointment.appointmentDate), range)}
                    share={shares.get(appointment.id)}
                    className={classes(drag?.appointment.id === appointment.id && "up")}
                    employeeName={lane.employeeName}
                    aria-describedby={hint}
                    onClick={(event) => wasDragged(event) || onOpen(appointment)}
                    onKeyDown={(event) => press(event, appointment, at)}
                    // The space bar picks the card up instead of opening it.
                    onKeyUp={(event) => event.key === " " && event.preventDefault()}
                    {...pointer}
                  />
                );
              })}
              {drawn.flatMap((appointment) => {
                const share = shares.get(appointment.id) ?? WHOLE;
                const { more = 0 } = share;
                const minute =
                  minuteOf(appointment.appointmentDate) + moreAfter(appointment, share);
                // A wide column has room for two.
                return Object.entries({ narrow: more, wide: more - 1 }).map(
                  ([width, count]) =>
                    count > 0 && (
                      <button
                        key={`${width} ${appointment.id}`}
                        type="button"
                        className={`more num ${width}`}
                        style={{ top: topOf(minute, range) }}
                        onClick={() => onDay?.(lane.day)}
                      >
                        +{count} more<span className="sr"> on {columnDay(lane.day)}</span>
                      </button>
                    ),
                );
              })}
              {drag?.lane === at && (
                <AppointmentCard
                  appointment={movedOf(drag.appointment, lane, drag.minute)}
                  employeeName={lane.employeeName}
                  tense="ahead"
                  cleanupMinutes={drag.appointment.bufferMinutes}
                  {...{ now, hourHeight }}
                  color={colorOf(drag.appointment)}
                  top={topOf(drag.minute, range)}
                  ghost
                  tabIndex={-1}
                  aria-hidden
                />
              )}
            </LaneColumn>
          );
        })}
        {isNow && (
          <div
            className="now"
            role="img"
            aria-label={`Now, ${formatClock(now)}`}
            data-clock={formatClock(now).slice(0, -3)}
            style={
              {
                "--top": topOf(minuteOf(now), range),
                "--from": lanes.findIndex((lane) => today.includes(lane)) / lanes.length,
                "--part": today.length / lanes.length,
              } as object
            }
          />
        )}
      </div>
      {props.foot}
    </section>
  );
}

function movedOf(appointment: Appointment, lane: Lane, minute: number): Appointment {
  return { ...appointment, appointmentDate: `${lane.day}T${toClock(minute)}:00` };
}

function cardId(id: number): string {
  return `appointment-${id}`;
}

/** The card is a new element in its new column, so the focus is restored. */
function focusSoon(id: number): void {
  setTimeout(() => document.getElementById(cardId(id))?.focus({ preventScroll: true }), 50);
}

function isShort({ durationMinutes }: Appointment) {
  return durationMinutes <= 30;
}
