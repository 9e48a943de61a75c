import * as store from "#db/calendar/busy-times.ts";
import { type TimeOffRow, timeOffBetween } from "#db/calendar/time-off.ts";
import type { App } from "#src/app.ts";
import { addDays } from "#src/shared/wall-time.ts";
import type { ZoneClock } from "./zone-clock.ts";

/** Minutes since the epoch, the end excluded. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What takes time of all employees in a span of days: loaded once per search. */
export interface Shared {
  readonly timeOff: readonly TimeOffRow[];
  readonly holds: ReturnType<typeof store.liveHolds>;
}

export function loadShared(app: App, { from, to }: { from: string; to: string }): Shared {
  return {
    timeOff: timeOffBetween(app.db, wallSpan(from, to)),
    holds: store.liveHolds(app.db, app.now()),
  };
}

/** Returns when an employee is not free in a span of days: sorted, without overlaps. */
export function busySpansOf(
  app: App,
  clock: ZoneClock,
  employeeId: number,
  {
    from,
    to,
    shared,
    exceptId,
  }: { from: string; to: string; shared: Shared; exceptId?: number | undefined },
): Span[] {
  const spans = store
    .busyTimesOf(app.db, employeeId, wallSpan(from, to), exceptId)
    .map(([startsAt, minutes]) => toSpan(clock, startsAt, minutes));
  for (const hold of shared.holds)
    if (hold.employeeId === employeeId)
      spans.push(toSpan(clock, hold.startsAt, hold.durationMinutes + hold.bufferMinutes));
  for (const one of shared.timeOff)
    if (appliesTo(one, employeeId)) spans.push(timeOffSpan(clock, one));
  return mergeSpans(spans.sort((a, b) => a.start - b.start));
}

function mergeSpans(sorted: readonly Span[]): Span[] {
  const joined: Span[] = [];
  let last: { start: number; end: number } | undefined;
  for (const { start, end } of sorted) {
    if (last && start <= last.end) {
      last.end = Math.max(last.end, end);
      continue;
    }
    last = { start, end };
    joined.push(last);
  }
  return joined;
}

export interface Conflicts {
  readonly appointments: readonly store.BusyAppointment[];
  readonly timeOff: readonly TimeOffRow[];
  readonly isHeld: boolean;
}

/** Returns what of an employee's day overlaps a span. */
export function findConflicts(
  app: App,
  clock: ZoneClock,
  {
    employeeId,
    day,
    span,
    exceptId,
    exceptHold,
  }: {
    readonly employeeId: number;
    readonly day: string;
    readonly span: Span;
    readonly exceptId?: number | undefined;
    readonly exceptHold?: number | undefined;
  },
): Conflicts {
  const days = { from: day, to: addDays(day, 1) };
  const shared = loadShared(app, days);
  const overlaps = (other: Span) => other.start < span.end && span.start < other.end;
  return {
    appointments: store
      .busyAppointmentsOf(app.db, employeeId, wallSpan(days.from, days.to))
      .filter(
        ({ id, startsAt, minutes, bufferMinutes }) =>
          id !== exceptId && overlaps(toSpan(clock, startsAt, minutes + bufferMinutes)),
      ),
    timeOff: shared.timeOff.filter(
      (one) => appliesTo(one, employeeId) && overlaps(timeOffSpan(clock, one)),
    ),
    isHeld: shared.holds.some(
      (hold) =>
        hold.id !== exceptHold &&
        hold.employeeId === employeeId &&
        overlaps(toSpan(clock, hold.startsAt, hold.durationMinutes + hold.bufferMinutes)),
    ),
  };
}

/** Two days more at the start, because an appointment with its cleanup time lasts up to 28 hours. */
function wallSpan(from: string, to: string): { from: string; until: string } {
  return { from: `${addDays(from, -2)}T00:00:00`, until: `${addDays(to, 2)}T00:00:00` };
}

function toSpan(clock: ZoneClock, startsAt: string, minutes: number): Span {
  const start = clock.at(startsAt);
  return { start, end: start + minutes };
}

function timeOffSpan(clock: ZoneClock, { startsAt, endsAt }: TimeOffRow): Span {
  return { start: clock.at(startsAt), end: clock.at(endsAt) };
}

function appliesTo({ employeeId }: TimeOffRow, id: number): boolean {
  return employeeId === null || employeeId === id;
}
