import type { Appointment } from "#src/calendar/appointments/contract.ts";
import { formatTimeRange, toClock } from "#src/shared/clock-time.ts";
import { MIN_GAP_MINUTES, STEP_MINUTES } from "#src/shared/constants.ts";
import { dayOf } from "#src/shared/wall-time.ts";
import { DAY_MINUTES, type Lane, minuteOf, processingSpans } from "./layout.ts";

/** Minutes of the day; the end excluded. */
export interface Minutes {
  readonly from: number;
  readonly until: number;
}

/** What an employee's day still holds. */
export interface DaySum {
  readonly visits: number;
  /** When another client fits, from now on. */
  readonly free: readonly Minutes[];
  /** "Closed" or "Vacation" if no one works that day. Visits booked before that may remain. */
  readonly away: string | undefined;
  /** Nobody is at work from now on. */
  readonly isOver: boolean;
}

export function sumDay(lane: Lane, now: string): DaySum {
  const isAhead = ({ end }: { end: string }) =>
    `${lane.day}T${minuteOf(end) ? end : "24:00"}` > now;
  return {
    visits: bookedIn(lane).length,
    free: freeTime(lane, now),
    away: awayLabel(lane),
    isOver: !lane.open.some(isAhead),
  };
}

export function bookedIn({ appointments }: Pick<Lane, "appointments">): Appointment[] {
  return appointments.filter(({ status }) => status !== "canceled");
}

/** Within the hours, outside visits, their cleanup, and time off. Now is rounded up to the next quarter hour. */
function freeTime({ day, open, off, appointments }: Lane, now: string): Minutes[] {
  const today = dayOf(now);
  if (day < today) return [];
  const earliest = day > today ? 0 : Math.ceil(minuteOf(now) / STEP_MINUTES) * STEP_MINUTES;
  const taken = [...off, ...appointments.flatMap(busySpans)].toSorted(
    (one, other) => one.from - other.from,
  );
  return open.flatMap(({ start, end }) => {
    const until = minuteOf(end) || DAY_MINUTES;
    const gaps: Minutes[] = [];
    let from = Math.max(minuteOf(start), earliest);
    for (const one of [...taken, { from: until, until }]) {
      const gap = { from, until: Math.min(one.from, until) };
      if (gap.until - from >= MIN_GAP_MINUTES) gaps.push(gap);
      from = Math.max(from, one.until);
    }
    return gaps;
  });
}

/** When an appointment keeps its employee busy: all of it and the cleanup, but the processing times. */
export function busySpans(appointment: Appointment): Minutes[] {
  if (appointment.status === "canceled") return [];
  const start = minuteOf(appointment.appointmentDate);
  const until = start + appointment.durationMinutes + appointment.bufferMinutes;
  const processing = processingSpans(appointment);
  const starts = [start, ...processing.map((span) => span.until)];
  const ends = [...processing.map((span) => span.from), until];
  return starts.map((from, at) => ({ from, until: ends[at] ?? until }));
}

/** The first minute of a quarter hour at which no visit or cleanup keeps the employee; undefined if all of it is taken. */
export function freeFrom({ appointments }: Lane, quarter: number): number | undefined {
  const from = appointments
    .flatMap(busySpans)
    .toSorted((one, other) => one.from - other.from)
    .reduce((at, one) => (one.from <= at && at < one.until ? one.until : at), quarter);
  return from < quarter + STEP_MINUTES ? from : undefined;
}

/** Minutes from a free time to what comes next: a visit, time off or the end of work. */
export function roomAt({ open, off, appointments }: Lane, from: number): number {
  const ends = open.map(({ end }) => minuteOf(end) || DAY_MINUTES);
  const starts = [...off, ...appointments.flatMap(busySpans)].map((one) => one.from);
  return Math.min(...[...ends, ...starts].filter((next) => next > from)) - from;
}

export function awayLabel({ open, off, closedFor }: Lane): string | undefined {
  if (closedFor !== null) return closedFor || "Closed";
  if (open.length === 0) return "Off";
  const covers = off.find(
    ({ from, until }) =>
      from <= minuteOf(open[0]?.start ?? "") &&
      (minuteOf(open.at(-1)?.end ?? "") || DAY_MINUTES) <= until,
  );
  return covers?.label;
}

export function minutesOf(spans: readonly Minutes[]): number {
  return spans.reduce((sum, { from, until }) => sum + until - from, 0);
}

/** "2 h 30 free", "4 h 05 free", "45 min free" or "Full". */
export function formatFree(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (minutes === 0) return "Full";
  if (hours === 0) return `${rest} min free`;
  return `${hours} h${rest > 0 ? ` ${String(rest).padStart(2, "0")}` : ""} free`;
}

/** "10:00–11:30", without the half of the day. */
export function formatFreeTime({ from, until }: Minutes): string {
  return formatTimeRange(toClock(from), toClock(until)).replaceAll(/ ([AP]M)?/g, "");
}

/** What is left of days together, or why nobody is there; empty once they are over, which have nothing to fill. */
export function describeFree(sums: readonly DaySum[]): string {
  const [first] = sums;
  if (first?.away !== undefined && sums.every(({ away }) => away === first.away)) return first.away;
  const free = minutesOf(sums.flatMap((sum) => sum.free));
  return sums.every(({ isOver }) => isOver) ? "" : formatFree(free);
}
