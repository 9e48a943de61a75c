import { type MouseEvent, type PointerEvent, useRef, useState } from "react";
import { toClock } from "#src/shared/clock-time.ts";
import { DEFAULT_APPOINTMENT_MINUTES, STEP_MINUTES } from "#src/shared/constants.ts";
import type { Prefill } from "./form-values.ts";
import { freeFrom, roomAt } from "./free-time.ts";
import { hourHeightIn } from "./hour-height.ts";
import { DAY_MINUTES, type HourRange, type Lane, minuteOf } from "./layout.ts";
import type { ScheduleQuery } from "./schedule-query.ts";

/** An empty part of a column, in minutes since midnight. */
export interface Slot {
  readonly from: number;
  /** Undefined until it is dragged: the usual length applies. */
  readonly to: number | undefined;
}

/**
 * The slot under the pointer. A press books its time, and a drag its length. On a touch screen only
 * a press books, because a drag scrolls.
 */
export function useSlots(
  column: Lane,
  range: HourRange,
  onBook: ((slot: Slot) => void) | undefined,
) {
  const [slot, renderSlot] = useState<Slot>();
  /** A fast pointer is released before its last movement is rendered. */
  const latest = useRef<Slot>(undefined);
  const start = useRef<number>(undefined);
  const touched = useRef(false);
  if (!onBook) return { slot: undefined, lane: {} };

  function setSlot(next: Slot | undefined) {
    latest.current = next;
    renderSlot(next);
  }

  /** The quarter hour at the pointer; undefined over a card, a count of cards, or time off. */
  function quarterAt({ target, currentTarget, clientY }: MouseEvent<HTMLElement>) {
    if (target instanceof Element && target.closest(".ap, .off, .more")) return undefined;
    const y = clientY - currentTarget.getBoundingClientRect().top - currentTarget.clientTop;
    const minute = range.from * 60 + (y * 60) / hourHeightIn(currentTarget, range);
    const snapped = Math.floor(minute / STEP_MINUTES) * STEP_MINUTES;
    return Math.min(Math.max(snapped, 0), DAY_MINUTES - STEP_MINUTES);
  }

  /** When the employee is free in it. */
  function minuteAt(event: MouseEvent<HTMLElement>) {
    const quarter = quarterAt(event);
    return quarter === undefined ? undefined : freeFrom(column, quarter);
  }

  const lane = {
    onPointerMove(event: PointerEvent<HTMLElement>) {
      if (event.pointerType === "touch") return;
      const from = start.current;
      if (from === undefined) {
        const minute = minuteAt(event);
        setSlot(minute === undefined ? undefined : { from: minute, to: undefined });
        return;
      }
      // A length may also be dragged over visits: what is blocked may lie on them.
      const quarter = quarterAt(event);
      if (quarter !== undefined && (quarter > from || quarter + STEP_MINUTES <= from))
        setSlot({ from: Math.min(from, quarter), to: Math.max(from, quarter) + STEP_MINUTES });
    },
    onPointerDown(event: PointerEvent<HTMLElement>) {
      touched.current = event.pointerType === "touch";
      if (event.button !== 0 || touched.current) return;
      start.current = minuteAt(event);
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const pressed = start.current;
      start.current = undefined;
      if (event.pointerType === "touch" || pressed === undefined) return;
      const dragged = latest.current;
      setSlot(undefined);
      onBook(dragged ?? { from: pressed, to: undefined });
    },
    onPointerLeave() {
      start.current = undefined;
      setSlot(undefined);
    },
    /** Browsers send it for a tap, not after scrolling. */
    onClick(event: MouseEvent<HTMLElement>) {
      const minute = touched.current ? minuteAt(event) : undefined;
      if (minute !== undefined) onBook({ from: minute, to: undefined });
    },
  };
  return { slot, lane };
}

/** A press takes the usual length, or what is free of it. */
export function prefillOf(lane: Lane, { from, to }: Slot): Prefill {
  const startTime = toClock(from);
  const until = to ?? from + Math.min(DEFAULT_APPOINTMENT_MINUTES, roomAt(lane, from));
  const endTime = toClock(Math.min(until, DAY_MINUTES) % DAY_MINUTES);
  return { employeeId: String(lane.employeeId), date: lane.day, startTime, endTime };
}

/** Of a link that names an employee and a time. */
export function prefillFrom(
  { newAt, employee }: ScheduleQuery,
  lanes: readonly Lane[] | undefined,
): Prefill | undefined {
  const lane = newAt ? lanes?.find(({ employeeId }) => employeeId === employee) : undefined;
  return lane && newAt ? prefillOf(lane, { from: minuteOf(newAt), to: undefined }) : undefined;
}
