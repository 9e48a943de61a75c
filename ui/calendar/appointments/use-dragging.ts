import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import type { Appointment } from "#src/calendar/appointments/contract.ts";
import { formatClock, toClock } from "#src/shared/clock-time.ts";
import { STEP_MINUTES } from "#src/shared/constants.ts";
import { formatPhone } from "#src/shared/format-phone.ts";
import { DAY_MINUTES, type Lane, minuteOf } from "./layout.ts";

/** Movement below this many pixels is a press, not a drag. */
const SHAKE_PX = 4;
/** A finger that rests this long picks the card up; one that moves before scrolls. */
const HOLD_MS = 350;
const EDGE_PX = 32;
const EDGE_STEP_PX = 16;

interface Drag {
  readonly appointment: Appointment;
  readonly lane: number;
  /** Since midnight. */
  readonly minute: number;
  readonly by: "pointer" | "keys";
}

interface Options {
  readonly lanes: readonly Lane[];
  /** In pixels. */
  readonly hourHeight: number;
  readonly onDrop: (appointment: Appointment, lane: Lane, minute: number) => void;
}

/** The card's position while it is dragged or moved with the keyboard. */
export function useDragging({ lanes, hourHeight, onDrop }: Options) {
  const [drag, renderDrag] = useState<Drag>();
  /** A fast pointer is released before its last movement is rendered. */
  const latest = useRef<Drag>(undefined);
  const [announcement, setAnnouncement] = useState("");
  const pressed = useRef<{ x: number; y: number; id: number; scrolled: number }>(undefined);
  const dragged = useRef(false);
  const hold = useRef<ReturnType<typeof setTimeout>>(undefined);
  const grid = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const cal = grid.current;
    // React's own touch listeners are passive and could not keep the schedule from scrolling.
    const keepStill = (event: TouchEvent) => {
      if (pressed.current && event.cancelable) event.preventDefault();
    };
    cal?.addEventListener("touchmove", keepStill, { passive: false });
    return () => cal?.removeEventListener("touchmove", keepStill);
  }, []);

  function setDrag(next: Drag | undefined) {
    latest.current = next;
    renderDrag(next);
  }

  function drop(at: Drag) {
    const lane = lanes[at.lane];
    setDrag(undefined);
    const isElsewhere =
      lane &&
      (lane.employeeId !== at.appointment.employeeId ||
        `${lane.day}T${toClock(at.minute)}:00` !== at.appointment.appointmentDate);
    if (isElsewhere) onDrop(at.appointment, lane, at.minute);
    else setAnnouncement("Back where it was.");
  }

  function pointerOf(appointment: Appointment, home: number) {
    return {
      onPointerDown(event: PointerEvent<HTMLElement>) {
        const { button, pointerType, clientX, clientY, pointerId } = event;
        dragged.current = false;
        if (button !== 0) return;
        const scrolled = wrapOf(event.currentTarget)?.scrollTop ?? 0;
        const from = { x: clientX, y: clientY, id: pointerId, scrolled };
        if (pointerType !== "touch") {
          pressed.current = from;
          // A fast mouse is beside the card with its first movement.
          event.currentTarget.setPointerCapture(pointerId);
          return;
        }
        hold.current = setTimeout(() => {
          pressed.current = from;
          dragged.current = true;
          navigator.vibrate?.(10);
          const minute = minuteOf(appointment.appointmentDate);
          setDrag({ appointment, by: "pointer", lane: home, minute });
        }, HOLD_MS);
      },
      onPointerMove(event: PointerEvent<HTMLElement>) {
        const from = pressed.current;
        if (event.pointerType === "touch" && !from) clearTimeout(hold.current);
        if (!from) return;
        const [x, y] = [event.clientX - from.x, event.clientY - from.y];
        if (!dragged.current && Math.hypot(x, y) < SHAKE_PX) return;
        event.currentTarget.setPointerCapture(from.id);
        dragged.current = true;
        const cal = event.currentTarget.closest<HTMLElement>(".cal");
        const wrap = wrapOf(event.currentTarget);
        if (wrap) scrollAtEdge(wrap, event.clientY);
        const down = y + (wrap?.scrollTop ?? 0) - from.scrolled;
        const began = minuteOf(appointment.appointmentDate);
        setDrag({
          appointment,
          by: "pointer",
          lane: laneAt(cal, event.clientX) ?? home,
          minute: clampStart(snapToGrid(began + (down * 60) / hourHeight), appointment),
        });
      },
      onPointerUp() {
        clearTimeout(hold.current);
        pressed.current = undefined;
        if (dragged.current && latest.current) drop(latest.current);
      },
      onPointerCancel() {
        clearTimeout(hold.current);
        pressed.current = undefined;
        setDrag(undefined);
      },
      // A held finger opens the browser's menu otherwise.
      onContextMenu: (event: { preventDefault(): void }) => {
        if (hold.current !== undefined) event.preventDefault();
      },
      /** True when the click ended a drag. A click without a count came from the keyboard. */
      wasDragged: ({ detail }: { detail: number }) => detail > 0 && dragged.current,
    };
  }

  function press(event: KeyboardEvent, appointment: Appointment, home: number) {
    const held = drag?.by === "keys" && drag.appointment.id === appointment.id;
    if (!held) {
      if (event.key !== " ") return;
      event.preventDefault();
      const minute = minuteOf(appointment.appointmentDate);
      setDrag({ appointment, lane: home, minute, by: "keys" });
      setAnnouncement(
        `Picked up ${formatPhone(appointment.clientName)}. Move it with the arrow keys, then press Enter to drop it or Escape to cancel.`,
      );
      return;
    }
    const step = STEPS[event.key];
    if (step) {
      event.preventDefault();
      const next = {
        ...drag,
        lane: Math.min(Math.max(drag.lane + step.lane, 0), lanes.length - 1),
        minute: clampStart(drag.minute + step.minutes, appointment),
      };
      setDrag(next);
      setAnnouncement(formatPosition(lanes[next.lane], next.minute));
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      drop(drag);
    } else if (event.key === "Escape" || event.key === "Tab") {
      if (event.key === "Escape") event.preventDefault();
      setDrag(undefined);
      setAnnouncement("Back where it was.");
    }
  }

  return { drag, grid, announcement, pointerOf, press };
}

const STEPS: Readonly<Record<string, { lane: number; minutes: number }>> = {
  ArrowUp: { lane: 0, minutes: -STEP_MINUTES },
  ArrowDown: { lane: 0, minutes: STEP_MINUTES },
  ArrowLeft: { lane: -1, minutes: 0 },
  ArrowRight: { lane: 1, minutes: 0 },
};

function formatPosition(lane: Lane | undefined, minute: number): string {
  return lane ? `${formatClock(toClock(minute))}, ${lane.employeeName}` : "";
}

function snapToGrid(minute: number): number {
  return Math.round(minute / STEP_MINUTES) * STEP_MINUTES;
}

function clampStart(minute: number, { durationMinutes }: Appointment): number {
  const last = DAY_MINUTES - Math.min(durationMinutes, DAY_MINUTES);
  return Math.min(Math.max(minute, 0), last - (last % STEP_MINUTES));
}

function wrapOf(card: HTMLElement): HTMLElement | null {
  return card.closest<HTMLElement>(".gridwrap");
}

/** Scrolls towards hours outside the view. */
function scrollAtEdge(wrap: HTMLElement, y: number): void {
  const { top, bottom } = wrap.getBoundingClientRect();
  const head = wrap.querySelector(".eh")?.clientHeight ?? 0;
  if (y > bottom - EDGE_PX) wrap.scrollBy(0, EDGE_STEP_PX);
  else if (y < top + head + EDGE_PX) wrap.scrollBy(0, -EDGE_STEP_PX);
}

function laneAt(grid: HTMLElement | null, x: number): number | undefined {
  for (const lane of grid?.querySelectorAll<HTMLElement>("[data-lane]") ?? []) {
    const { left, right } = lane.getBoundingClientRect();
    if (x >= left && x < right) return Number(lane.dataset["lane"]);
  }
  return undefined;
}
