import type { Appointment } from "#src/calendar/appointments/contract.ts";
import type { TimeOff } from "#src/calendar/time-off/contract.ts";
import { formatTimeRange, toClock } from "#src/shared/clock-time.ts";
import type { Interval } from "#src/shared/working-hours.ts";

export const DAY_MINUTES = 24 * 60;

/** One column of time: an employee's day. */
export interface Lane {
  readonly key: string;
  readonly employeeId: number;
  readonly employeeName: string;
  readonly day: string;
  /** When the employee works; empty on a day off. */
  readonly open: readonly Interval[];
  /** The name of a closed day, which may be empty; null on any other day. */
  readonly closedFor: string | null;
  readonly off: readonly Off[];
  /** Earliest first. */
  readonly appointments: readonly Appointment[];
}

/** Time off, a block, or a time that is held for a client, in minutes of the day. */
export interface Off {
  /** Undefined for a held time. */
  readonly timeOff: TimeOff | undefined;
  readonly from: number;
  readonly until: number;
  readonly label: string;
  /** Where the offer is that it is held for, for users who may open it. */
  readonly href?: string | undefined;
}

/** Whole hours, from 0 to 24. */
export interface HourRange {
  readonly from: number;
  readonly until: number;
}

/** Minutes since midnight of "…T09:30:00" or "09:30". */
export function minuteOf(clock: string): number {
  const [hour = 0, minute = 0] = (clock.split("T").at(-1) ?? "").split(":").map(Number);
  return hour * 60 + minute;
}

/** "12:00 – 1:00 PM" or "all day". */
export function formatOff({ from, until }: Off): string {
  if (from === 0 && until === DAY_MINUTES) return "all day";
  return formatTimeRange(toClock(from), toClock(until));
}

/** From the top of the grid. */
export function topOf(minute: number, { from }: HourRange): string {
  return heightOf(minute - from * 60);
}

/** The style sheet knows how high an hour is. */
export function heightOf(minutes: number): string {
  return `calc(var(--hour) * ${minutes / 60})`;
}

/** From the earliest opening or start to the latest closing or end; usual hours where all are closed. */
export function rangeOf(lanes: readonly Lane[]): HourRange {
  const starts = lanes.flatMap(({ open, appointments }) => [
    ...open.map(({ start }) => minuteOf(start)),
    ...appointments.map((one) => minuteOf(one.appointmentDate)),
  ]);
  const ends = lanes.flatMap(({ open, appointments }) => [
    ...open.map(({ end }) => minuteOf(end) || DAY_MINUTES),
    ...appointments.map((one) =>
      Math.min(minuteOf(one.appointmentDate) + one.durationMinutes, DAY_MINUTES),
    ),
  ]);
  return {
    from: Math.floor(Math.min(9 * 60, ...starts) / 60),
    until: Math.ceil(Math.max((ends.length > 0 ? 10 : 17) * 60, ...ends) / 60),
  };
}

/** Minutes of cleanup that are drawn: until the next card begins, or the grid ends. */
export function drawnCleanup(visit: Appointment, { appointments }: Lane, range: HourRange): number {
  if (visit.status === "canceled") return 0;
  const end = minuteOf(visit.appointmentDate) + visit.durationMinutes;
  const starts = appointments
    .filter(({ status, id }) => status !== "canceled" && id !== visit.id)
    .map((one) => minuteOf(one.appointmentDate))
    .filter((start) => start >= end);
  return Math.max(0, Math.min(visit.bufferMinutes, Math.min(range.until * 60, ...starts) - end));
}

export interface Share {
  /** The position among overlapping appointments. */
  readonly at: number;
  readonly of: number;
  /** Lies within the processing time of another card. */
  readonly isInside?: boolean;
  /** Minutes until a card begins that lies over this one. */
  readonly untilNext?: number;
  /** Appointments without a card of their own, because this one's text needs the room. */
  readonly more?: number;
  /** The first of those, which has half of the width where a column is wide enough. */
  readonly isExtra?: boolean;
}

export const WHOLE: Share = { at: 0, of: 1 };

/** Overlapping appointments share the width; those within a processing time lie inside its card; others take all of it. */
export function sharesOf(inOrder: readonly Appointment[]): Map<number, Share> {
  const hosts = hostsOf(inOrder);
  const shares = shareWidth(inOrder.filter(({ id }) => !hosts.has(id)));
  for (const [id, host] of hosts) {
    const share = shares.get(host);
    if (share) shares.set(id, { ...share, isInside: true });
  }
  return shares;
}

/** Returns the appointments within the processing time of another one, each with its id. */
export function hostsOf(inOrder: readonly Appointment[]): Map<number, number> {
  const hosts = new Map<number, number>();
  const ends = new Map<number, number>();
  for (const one of inOrder) {
    const from = minuteOf(one.appointmentDate);
    const until = from + one.durationMinutes;
    const host = inOrder.find(
      (other) =>
        other !== one &&
        !hosts.has(other.id) &&
        (ends.get(other.id) ?? 0) <= from &&
        processingSpans(other).some((span) => span.from <= from && until <= span.until),
    );
    if (!host) continue;
    hosts.set(one.id, host.id);
    ends.set(host.id, until);
  }
  return hosts;
}

/** Returns the visit during whose processing time all of these minutes lie. */
export function hostAt(
  { appointments }: Lane,
  { from, until }: { readonly from: number; readonly until: number },
): Appointment | undefined {
  return appointments.find(
    (one) =>
      one.status !== "canceled" &&
      processingSpans(one).some((span) => span.from <= from && until <= span.until),
  );
}

/** The part of a time that lies over a card: from its start, while a visit is processed. */
export function insidePart(
  { appointments }: Lane,
  { from, until }: { readonly from: number; readonly until: number },
) {
  const span = appointments
    .filter(({ status }) => status !== "canceled")
    .flatMap(processingSpans)
    .find((one) => one.from <= from && from < one.until);
  return span && { from, until: Math.min(until, span.until) };
}

/** When its employee is free during an appointment, in minutes of the day. */
export function processingSpans({ appointmentDate, processing }: Appointment) {
  const start = minuteOf(appointmentDate);
  return processing.map(({ afterMinutes, minutes }) => ({
    from: start + afterMinutes,
    until: start + afterMinutes + minutes,
  }));
}

/** As much time as the text of a card needs, and the count of the appointments without one. */
const TEXT_MINUTES = 30;
const MORE_MINUTES = 15;

/** After how many minutes of a card the appointments without one are counted. */
export function moreAfter(
  { durationMinutes }: Appointment,
  { untilNext = Infinity }: Share,
): number {
  return Math.max(TEXT_MINUTES, Math.min(durationMinutes, untilNext) - MORE_MINUTES);
}

/**
 * For narrow columns: a card has all of the width, and lies over the end of the one that began before it. One that would
 * hide that card's text shares its width, or is only counted. Cards within a processing time lie inside.
 */
export function stackOf(inOrder: readonly Appointment[]): Map<number, Share> {
  const hosts = hostsOf(inOrder);
  const sideBySide = shareWidth(inOrder.filter(({ id }) => !hosts.has(id)));
  const stack = new Map<number, Share>();
  let last: { id: number; start: number; end: number; extra?: Appointment } | undefined;
  for (const one of inOrder) {
    const share = sideBySide.get(one.id);
    if (!share) continue;
    const start = minuteOf(one.appointmentDate);
    const before = last && start < last.end ? stack.get(last.id) : undefined;
    if (last && before) {
      const needed = TEXT_MINUTES + (before.more ? MORE_MINUTES : 0);
      const untilNext = start - last.start;
      if (untilNext < needed) {
        const inside = [...hosts.values()].filter((host) => host === one.id).length;
        stack.set(last.id, { ...before, more: (before.more ?? 0) + 1 + inside });
        if (last.extra) continue;
        stack.set(one.id, { at: before.at, of: 1, isExtra: true });
        last = { ...last, extra: one, end: Math.max(last.end, start + one.durationMinutes) };
        continue;
      }
      stack.set(last.id, { ...before, untilNext });
      const extra = last.extra && stack.get(last.extra.id);
      if (last.extra && extra)
        stack.set(last.extra.id, {
          ...extra,
          untilNext: start - minuteOf(last.extra.appointmentDate),
        });
    }
    stack.set(one.id, { at: share.at, of: 1 });
    last = { id: one.id, start, end: start + one.durationMinutes };
  }
  for (const [id, host] of hosts) {
    const share = stack.get(host);
    if (share) stack.set(id, { at: share.at, of: 1, isInside: true });
  }
  return stack;
}

function shareWidth(inOrder: readonly Appointment[]): Map<number, Share> {
  const shares = new Map<number, Share>();
  let group: { id: number; at: number }[] = [];
  let ends: number[] = [];
  const close = () => {
    for (const { id, at } of group) shares.set(id, { at, of: ends.length });
    group = [];
    ends = [];
  };
  for (const one of inOrder) {
    const start = minuteOf(one.appointmentDate);
    if (ends.every((end) => end <= start)) close();
    const free = ends.findIndex((end) => end <= start);
    const at = free < 0 ? ends.length : free;
    ends[at] = start + one.durationMinutes;
    group.push({ id: one.id, at });
  }
  close();
  return shares;
}
