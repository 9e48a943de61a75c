import { busyParts, type Span, type VisitLength } from "#src/calendar/visits.ts";
import { STEP_MINUTES } from "#src/shared/constants.ts";
import type { Interval } from "#src/shared/working-hours.ts";
import { type DayClock, minuteOfDay } from "./zone-clock.ts";

interface Times {
  readonly minutes: number;
  /** Minutes since the epoch. */
  readonly after: number;
}

/** Calls `found` with each quarter hour of a day, counted from midnight, at which a visit could begin. */
export function forEachStart(
  clock: DayClock,
  open: readonly Interval[],
  isFree: (start: number) => boolean,
  { minutes, after }: Times,
  found: (step: number) => void,
): void {
  for (const interval of open) {
    const closes = minuteOfDay(interval.end);
    const closing = clock.at(closes);
    const first = Math.ceil(minuteOfDay(interval.start) / STEP_MINUTES);
    for (let step = first; step * STEP_MINUTES < closes; step += 1) {
      const start = clock.at(step * STEP_MINUTES);
      if (start + minutes > closing) break;
      if (start <= after || clock.isSkipped(step * STEP_MINUTES)) continue;
      if (isFree(start)) found(step);
    }
  }
}

/**
 * Returns a check of the starts of a visit, in order. Its employee is free when the visit makes them busy, and not away in
 * between.
 */
export function visitChecker(
  busy: readonly Span[],
  away: readonly Span[],
  visit: VisitLength,
): (start: number) => boolean {
  const parts = busyParts(visit).map((part) => ({ ...part, isFree: freeChecker(busy) }));
  const end = parts.at(-1)?.end ?? 0;
  const isPresent = away.length > 0 ? freeChecker(away) : () => true;
  return (start) =>
    parts.every((part) => part.isFree({ start: start + part.start, end: start + part.end })) &&
    isPresent({ start, end: start + end });
}

/** Returns a check of spans in order of their start against busy ones, which are sorted and don't overlap. */
function freeChecker(busy: readonly Span[]): (span: Span) => boolean {
  let next = 0;
  return ({ start, end }) => {
    while ((busy[next]?.end ?? Number.POSITIVE_INFINITY) <= start) next += 1;
    return (busy[next]?.start ?? Number.POSITIVE_INFINITY) >= end;
  };
}
