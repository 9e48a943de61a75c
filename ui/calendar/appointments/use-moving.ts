import { type KeyboardEvent, type PointerEvent, useRef, useState } from "react";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { clockAt, HEAD_PX, HOUR_PX, type Lane, minuteOf, STEP_MINUTES } from "./layout.ts";

/** So far a hand may shake before a press becomes a drag. */
const SHAKE_PX = 4;
const EDGE_PX = 32;
const EDGE_STEP_PX = 16;
const DAY_MINUTES = 24 * 60;

export interface Drag {
  readonly appointment: Appointment;
  readonly lane: number;
  /** Since midnight. */
  readonly minute: number;
  readonly by: "pointer" | "keys";
}

interface Options {
  readonly lanes: readonly Lane[];
  readonly onDrop: (appointment: Appointment, lane: Lane, minute: number) => void;
}

/** Where a card is held before it is let go: by the pointer, or picked up with the space bar. */
export function useDragging({ lanes, onDrop }: Options) {
  const [moving, setMoving] = useState<Drag>();
  const [said, setSaid] = useState("");
  const pressed = useRef<{ x: number; y: number; id: number; scrolled: number }>(undefined);
  const dragged = useRef(false);

  function drop(at: Drag) {
    const lane = lanes[at.lane];
    setMoving(undefined);
    const isElsewhere =
      lane &&
      (lane.employeeId !== at.appointment.employeeId ||
        `${lane.day}T${clockAt(at.minute)}:00` !== at.appointment.appointmentDate);
    if (isElsewhere) onDrop(at.appointment, lane, at.minute);
    else setSaid("Put back where it was.");
  }

  function pointerOf(appointment: Appointment, home: number) {
    return {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        const { button, pointerType, clientX, clientY, pointerId } = event;
        dragged.current = false;
        // A finger scrolls; whoever has only fingers opens the card.
        if (button !== 0 || pointerType === "touch") return;
        const scrolled = wrapOf(event.currentTarget)?.scrollTop ?? 0;
        pressed.current = { x: clientX, y: clientY, id: pointerId, scrolled };
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const from = pressed.current;
        if (!from) return;
        const [x, y] = [event.clientX - from.x, event.clientY - from.y];
        if (!dragged.current && Math.hypot(x, y) < SHAKE_PX) return;
        if (!dragged.current) event.currentTarget.setPointerCapture(from.id);
        dragged.current = true;
        const grid = event.currentTarget.closest<HTMLElement>(".cal");
        const wrap = wrapOf(event.currentTarget);
        if (wrap) scrollAtEdge(wrap, event.clientY);
        const down = y + (wrap?.scrollTop ?? 0) - from.scrolled;
        const began = minuteOf(appointment.appointmentDate);
        setMoving({
          appointment,
          by: "pointer",
          lane: laneAt(grid, event.clientX) ?? home,
          minute: within(snapToGrid(began + (down * 60) / HOUR_PX), appointment),
        });
      },
      onPointerUp() {
        pressed.current = undefined;
        if (dragged.current && moving) drop(moving);
      },
      onPointerCancel() {
        pressed.current = undefined;
        setMoving(undefined);
      },
      /** True when the press was the end of a drag. */
      wasDragged: () => dragged.current,
    };
  }

  function press(event: KeyboardEvent, appointment: Appointment, home: number) {
    const held = moving?.by === "keys" && moving.appointment.id === appointment.id;
    if (!held) {
      if (event.key !== " ") return;
      event.preventDefault();
      const minute = minuteOf(appointment.appointmentDate);
      setMoving({ appointment, lane: home, minute, by: "keys" });
      setSaid(
        `Picked up ${appointment.clientName}. Move it with the arrow keys, put it down with Enter, or press Escape.`,
      );
      return;
    }
    const step = STEPS[event.key];
    if (step) {
      event.preventDefault();
      const next = {
        ...moving,
        lane: Math.min(Math.max(moving.lane + step.lane, 0), lanes.length - 1),
        minute: within(moving.minute + step.minutes, appointment),
      };
      setMoving(next);
      setSaid(formatPosition(lanes[next.lane], next.minute));
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      drop(moving);
    } else if (event.key === "Escape" || event.key === "Tab") {
      if (event.key === "Escape") event.preventDefault();
      setMoving(undefined);
      setSaid("Put back where it was.");
    }
  }

  return { moving, said, pointerOf, press };
}

const STEPS: Readonly<Record<string, { lane: number; minutes: number }>> = {
  ArrowUp: { lane: 0, minutes: -STEP_MINUTES },
  ArrowDown: { lane: 0, minutes: STEP_MINUTES },
  ArrowLeft: { lane: -1, minutes: 0 },
  ArrowRight: { lane: 1, minutes: 0 },
};

function formatPosition(lane: Lane | undefined, minute: number): string {
  return lane ? `${formatClock(clockAt(minute))}, ${lane.employeeName}` : "";
}

function snapToGrid(minute: number): number {
  return Math.round(minute / STEP_MINUTES) * STEP_MINUTES;
}

function within(minute: number, { durationMinutes }: Appointment): number {
  const last = DAY_MINUTES - Math.min(durationMinutes, DAY_MINUTES);
  return Math.min(Math.max(minute, 0), last - (last % STEP_MINUTES));
}

function wrapOf(card: HTMLElement): HTMLElement | null {
  return card.closest<HTMLElement>(".gridwrap");
}

/** Towards hours that are out of sight. */
function scrollAtEdge(wrap: HTMLElement, y: number): void {
  const { top, bottom } = wrap.getBoundingClientRect();
  if (y > bottom - EDGE_PX) wrap.scrollBy(0, EDGE_STEP_PX);
  else if (y < top + HEAD_PX + EDGE_PX) wrap.scrollBy(0, -EDGE_STEP_PX);
}

function laneAt(grid: HTMLElement | null, x: number): number | undefined {
  for (const lane of grid?.querySelectorAll<HTMLElement>("[data-lane]") ?? []) {
    const { left, right } = lane.getBoundingClientRect();
    if (x >= left && x < right) return Number(lane.dataset["lane"]);
  }
  return undefined;
}
