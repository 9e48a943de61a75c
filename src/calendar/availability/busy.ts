import { parseProcessing } from "#db/calendar/appointments.ts";
import * as store from "#db/calendar/busy-times.ts";
import { type TimeOffRow, timeOffBetween } from "#db/calendar/time-off.ts";
import type { App } from "#src/app.ts";
import { busyParts, type Span, type VisitLength } from "#src/calendar/visits.ts";
import { addDays } from "#src/shared/wall-time.ts";
import type { ZoneClock } from "./zone-clock.ts";

/** What is not in a visit's way. */
export interface Except {
  /** The appointments that are moved. */
  readonly appointments?: readonly number[] | undefined;
  /** The hold of the one who books, or that of the visit's first part. */
  readonly hold?: number | undefined;
}

function isOwn({ id, firstId }: store.SlotHold, { hold }: Except): boolean {
  return hold !== undefined && (id === hold || firstId === hold);
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
    except = {},
  }: { from: string; to: string; shared: Shared; except?: Except | undefined },
): Span[] {
  const spans = store
    .busyTimesOf(app.db, employeeId, wallSpan(from, to), except.appointments)
    .flatMap(([startsAt, minutes, processing]) =>
      processing === null
        ? toSpan(clock, startsAt, minutes)
        : busySpans(clock.at(startsAt), { minutes, processing: parseProcessing(processing) }),
    );
  for (const hold of shared.holds)
    if (hold.employeeId === employeeId && !isOwn(hold, except))
      spans.push(toSpan(clock, hold.startsAt, hold.durationMinutes + hold.bufferMinutes));
  return mergeSpans([...spans, ...timeOffSpans(clock, employeeId, shared)]);
}

/** Returns an employee's time off: sorted, without overlaps. */
export function awaySpansOf(clock: ZoneClock, employeeId: number, shared: Shared): Span[] {
  return mergeSpans(timeOffSpans(clock, employeeId, shared));
}

function timeOffSpans(clock: ZoneClock, employeeId: number, { timeOff }: Shared): Span[] {
  return timeOff.filter((one) => appliesTo(one, employeeId)).map((one) => timeOffSpan(clock, one));
}

/** Returns when the employee of a visit that starts then is busy. */
export function busySpans(start: number, visit: VisitLength): Span[] {
  return busyParts(visit).map((part) => ({ start: start + part.start, end: start + part.end }));
}

function mergeSpans(spans: readonly Span[]): Span[] {
  const sorted = spans.toSorted((a, b) => a.start - b.start);
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

/** Returns what is in a visit's way: appointments and holds while the employee is busy, and time off at any time in it. */
export function findConflicts(
  app: App,
  clock: ZoneClock,
  {
    employeeId,
    day,
    busy,
    except,
  }: {
    readonly employeeId: number;
    readonly day: string;
    /** When the visit makes the employee busy, in order. */
    readonly busy: readonly Span[];
    readonly except: Except;
  },
): Conflicts {
  const days = { from: day, to: addDays(day, 1) };
  const shared = loadShared(app, days);
  const overlaps = (other: Span) =>
    busy.some((part) => other.start < part.end && part.start < other.end);
  const [start, end] = [busy.at(0)?.start ?? 0, busy.at(-1)?.end ?? 0];
  return {
    appointments: store.busyAppointmentsOf(app.db, employeeId, wallSpan(days.from, days.to)).filter(
      ({ id, startsAt, minutes, bufferMinutes, processing }) =>
        !except.appointments?.includes(id) &&
        busySpans(clock.at(startsAt), {
          minutes,
          bufferMinutes,
          processing: parseProcessing(processing),
        }).some(overlaps),
    ),
    timeOff: shared.timeOff.filter((one) => {
      const off = timeOffSpan(clock, one);
      return appliesTo(one, employeeId) && off.start < end && start < off.end;
    }),
    isHeld: shared.holds.some(
      (hold) =>
        !isOwn(hold, except) &&
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
