import type { App, Staff } from "#src/app.ts";
import { getOpenHours } from "#src/calendar/hours/open-hours.ts";
import {
  busyParts,
  chosenServices,
  parseServiceIds,
  performersOf,
  type QueriedServices,
  type Span,
  type Visit,
  type VisitLength,
} from "#src/calendar/visits.ts";
import { businessDay, getSettings } from "#src/platform/settings/settings.ts";
import { toWallTime } from "#src/platform/time.ts";
import { toClock } from "#src/shared/clock-time.ts";
import { DEFAULT_APPOINTMENT_MINUTES } from "#src/shared/constants.ts";
import { MINUTE_MS } from "#src/shared/durations.ts";
import { maySeeEmployee } from "#src/shared/permissions.ts";
import { Problem } from "#src/shared/problem.ts";
import { addDays, dayOf, listDays } from "#src/shared/wall-time.ts";
import type { Interval } from "#src/shared/working-hours.ts";
import { awaySpansOf, busySpansOf, loadShared } from "./busy.ts";
import { MAX_AVAILABILITY_DAYS } from "./contract.ts";
import { type Except, findReasons, type Slot } from "./reasons.ts";
import { type DayClock, minuteOfDay, zoneClock } from "./zone-clock.ts";

/** Appointments begin at quarter hours. */
const STEP_MINUTES = 15;
const STEPS_PER_DAY = (24 * 60) / STEP_MINUTES;
/** After this long, the search yields to the event loop before the next employee. */
const SLICE_MS = 1;

export interface SlotSearch {
  /** Undefined for anyone. */
  readonly employeeId?: number | undefined;
  /** Days such as "2026-11-27", both included. */
  readonly from: string;
  readonly to: string;
  /** Epoch milliseconds; a slot begins later. The present by default. */
  readonly after?: number | undefined;
  /** The appointment that is moved. It is not in its own way. */
  readonly exceptId?: number | undefined;
}

interface Query extends QueriedServices {
  readonly employeeId?: number | undefined;
  readonly minutes?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/**
 * Finds the times at which a visit could begin, earliest first, then in the order of the employees. It is the only
 * function that decides this: the assistant, online booking, the waitlist and Add Appointment use it.
 *
 * A slot lies within one interval of the employee's weekly hours, on no closed day, in the future, at a quarter hour that
 * the clocks show. The visit and its cleanup time overlap no time off and no block, and no appointment or hold (with
 * their own cleanup time), except during processing times, when the employee is free. Cleanup may last past closing or
 * into a break. Lengths are elapsed minutes, so they are right on days when the clocks change; a time of day that occurs
 * twice means its first occurrence.
 *
 * A slot is not reserved. A booking checks it again with `findObstacle` in its transaction, or holds it with
 * `holdSlot` (holds.ts) until a deposit is paid or an offer is answered.
 *
 * It yields to other work between employees: a month of 20 employees and a million appointments takes about 15 ms.
 * @throws Problem 404 for a deleted service
 */
export async function findSlots(
  app: App,
  visit: Visit,
  search: SlotSearch,
  pause: () => Promise<void> = () => Bun.sleep(0),
): Promise<Slot[]> {
  const clock = zoneClock(getSettings(app).timeZone);
  const hours = getOpenHours(app);
  const now = Math.max(app.now(), search.after ?? 0);
  const today = dayOf(toWallTime(app, now));
  const hasBegun = search.from < today;
  const from = hasBegun ? today : search.from;
  const days = listDays(from, search.to).map((day) => ({ ...startsOf(day), clock: clock.on(day) }));
  if (days.length === 0) return [];
  const { to, exceptId } = search;
  const range = { from, to, exceptId, shared: loadShared(app, { from, to }) };

  // One list per day and quarter hour, which sorts the slots without comparing them.
  const slots: Slot[][] = Array.from({ length: days.length * STEPS_PER_DAY }, () => []);
  let sliceStart = performance.now();
  for (const [employeeId, terms] of performersOf(app, visit, search.employeeId)) {
    const busy = busySpansOf(app, clock, employeeId, range);
    const away = terms.processing.length > 0 ? awaySpansOf(clock, employeeId, range.shared) : [];
    const isFree = visitChecker(busy, away, terms);
    const times = { ...terms, after: now / MINUTE_MS };
    for (const [at, { day, starts, clock: dayClock }] of days.entries())
      forEachStart(dayClock, hours.intervalsOn(employeeId, day), isFree, times, (step) =>
        slots[at * STEPS_PER_DAY + step]?.push({ startsAt: starts[step] ?? "", employeeId }),
      );
    if (performance.now() - sliceStart > SLICE_MS) {
      await pause();
      sliceStart = performance.now();
    }
  }
  return slots.flat();
}

/** Returns the days on which no one who performs the visit works. */
export function listClosedDays(
  app: App,
  visit: Visit,
  { employeeId, from, to }: SlotSearch,
): string[] {
  const ids = [...performersOf(app, visit, employeeId).keys()];
  const hours = getOpenHours(app);
  return listDays(from, to).filter((day) =>
    ids.every((id) => hours.intervalsOn(id, day).length === 0),
  );
}

/** The reason why a time can't be booked. */
export type Obstacle =
  | "skipped"
  | "past"
  /** The employee does not perform the service, or no longer exists. */
  | "not performed"
  | "closed"
  | "outside hours"
  | "time off"
  | "taken";

/**
 * Returns the first reason why a visit can't take place then, or undefined if it can. It is synchronous, so that
 * a booking checks its slot in the transaction that writes it. The time need not begin at a quarter hour.
 * @throws Problem 404 for a deleted service
 */
export function findObstacle(
  app: App,
  visit: Visit,
  { startsAt, employeeId }: Slot,
  except: Except = {},
): Obstacle | undefined {
  const clock = zoneClock(getSettings(app).timeZone);
  if (clock.on(dayOf(startsAt)).isSkipped(minuteOfDay(startsAt))) return "skipped";
  if (clock.at(startsAt) <= app.now() / MINUTE_MS) return "past";
  const terms = performersOf(app, visit, employeeId).get(employeeId);
  if (!terms) return "not performed";
  const found = findReasons(app, { startsAt, employeeId, ...terms }, except);
  if (found.closedFor !== undefined) return "closed";
  if (found.workingHours) return "outside hours";
  if (found.timeOff.length > 0) return "time off";
  return found.appointments.length > 0 || found.isHeld ? "taken" : undefined;
}

interface Times {
  readonly minutes: number;
  /** Minutes since the epoch. */
  readonly after: number;
}

/** Calls `found` with each quarter hour of a day, counted from midnight, at which a visit could begin. */
function forEachStart(
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
function visitChecker(
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

/** The start of each quarter hour as text, which all employees share. */
function startsOf(day: string): { day: string; starts: readonly string[] } {
  return { day, starts: CLOCKS.map((clock) => `${day}T${clock}:00`) };
}

const CLOCKS = Array.from({ length: STEPS_PER_DAY }, (_, step) => toClock(step * STEP_MINUTES));

/** @throws Problem 400 for a span that is too long, 404 for a deleted service */
export async function listSlots(
  app: App,
  actor: Staff,
  { services, serviceId, employeeId, minutes = DEFAULT_APPOINTMENT_MINUTES, ...days }: Query,
): Promise<{ slots: { start: string; employeeId: number }[]; closedDays: string[] }> {
  const span = requireSpan(app, days);
  const serviceIds = chosenServices({ services: parseServiceIds(services), serviceId });
  const visit = serviceIds ? { serviceIds } : { minutes };
  const slots = await findSlots(app, visit, { employeeId, ...span });
  return {
    slots: slots
      .filter((slot) => maySeeEmployee(actor, slot.employeeId))
      .map((slot) => ({ start: slot.startsAt, employeeId: slot.employeeId })),
    closedDays: listClosedDays(app, visit, { employeeId, ...span }),
  };
}

/** Returns the days of a search, by default only today. @throws Problem 400 */
function requireSpan(
  app: App,
  { from = businessDay(app), to = from }: Pick<Query, "from" | "to">,
): { from: string; to: string } {
  if (to < from) throw new Problem(400, "The last day is before the first.");
  if (to >= addDays(from, MAX_AVAILABILITY_DAYS))
    throw new Problem(400, `Request at most ${MAX_AVAILABILITY_DAYS} days.`);
  return { from, to };
}
