import type { Appointment } from "#src/calendar/appointments/contract.ts";
import { moreAfter, type Share } from "./layout.ts";

/** Below each of these heights, one line less fits. */
const MINI_PX = 59;
const SLIM_PX = 36;
const LINE_PX = 16;
/** Three lines without space between them. */
const TIGHT_PX = 50;
/** Four lines close together. */
const SNUG_PX = 66;
/** Two lines after the processing time. */
const REST_PX = 38;
/** Between a card and the next one. */
const GAP_PX = 3;

export interface CardRoom {
  /** Name, then time with the service. */
  readonly isMini: boolean;
  /** One line. */
  readonly isSlim: boolean;
  /** In a narrow column, a mini card has a third line for the service. */
  readonly isTight: boolean;
  /** In a narrow column, the name may have two lines, and the service what it leaves. */
  readonly isSnug: boolean;
  /** The marks have a line of their own; in a narrow column, the name may have two. */
  readonly fits: boolean;
  /** Where the rest of the visit begins after the processing time; undefined where it has no two lines for the service. */
  readonly rest: number | undefined;
  /** Lines beyond one each for name, time, number, service and marks. */
  readonly spare: number;
  /** Without text: the rest of the visit's time. */
  readonly textless: number;
}

/** What fits on a card, in pixels. The text ends where the processing time or a card over this one begins. */
export function roomOf(
  appointment: Appointment,
  share: Share,
  hourHeight: number,
  hasMarks: boolean,
): CardRoom {
  const { durationMinutes, processing } = appointment;
  const pxOf = (minutes: number) => (minutes * hourHeight) / 60;
  const [first] = processing;
  const next = Math.min(
    share.untilNext ?? Infinity,
    share.more ? moreAfter(appointment, share) : Infinity,
  );
  const own = Math.max(20, pxOf(durationMinutes) - GAP_PX);
  const text = Math.min(own, pxOf(Math.min(first?.afterMinutes ?? Infinity, next)));
  const rest = first && next === Infinity ? pxOf(first.afterMinutes + first.minutes) : own;
  const isMini = text < MINI_PX;
  const isSlim = text < SLIM_PX;
  return {
    isMini,
    isSlim,
    isTight: isMini && text >= TIGHT_PX,
    isSnug: text >= SNUG_PX && text < MINI_PX + LINE_PX,
    fits: text >= MINI_PX + LINE_PX,
    rest: isMini && !isSlim && own - rest >= REST_PX ? rest : undefined,
    spare: Math.floor((text - MINI_PX) / LINE_PX) - (hasMarks ? 2 : 1),
    textless: own - text,
  };
}
