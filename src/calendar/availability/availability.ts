import type { App } from "#src/app.ts";
import { getOpenHours } from "#src/calendar/hours/open-hours.ts";
import {
  performersOf,
  performersOfEach,
  type Visit,
  type VisitLength,
  type VisitPart,
} from "#src/calendar/visits.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { toWallTime } from "#src/platform/time.ts";
import { toClock } from "#src/shared/clock-time.ts";
import { STEP_MINUTES } from "#src/shared/constants.ts";
import { MINUTE_MS } from "#src/shared/durations.ts";
import { clockOf, dayOf, listDays, type WallTime } from "#src/shared/wall-time.ts";
import { type Except, loadShared } from "./busy.ts";
import type { FreeTimes } from "./contract.ts";
import { isDivisible, partsFinder, scheduleReader } from "./find-parts.ts";
import { findReasons, type Slot } from "./reasons.ts";
import { forEachStart, visitChecker } from "./starts.ts";
import { minuteOfDay, zoneClock } from "./zone-clock.ts";

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
  readonly except?: Except | undefined;
  /** Who may be asked, where the visit names no services. */
  readonly performs?: ((employeeId: number) => boolean) | undefined;
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
 * Where no employee can do it all, several do: each start then has one slot, with its parts. See `chainFinder`.
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
  const { to, except } = search;
  const shared = loadShared(app, { from, to });
  const readSchedule = scheduleReader(app, clock, { from, to, except, shared });

  // One list per day and quarter hour, which sorts the slots without comparing them.
  const slots: Slot[][] = Array.from({ length: days.length * STEPS_PER_DAY }, () => []);
  let sliceStart = performance.now();
  const giveWay = async () => {
    if (performance.now() - sliceStart <= SLICE_MS) return;
    await pause();
    sliceStart = performance.now();
  };
  for (const [employeeId, terms] of performersOf(app, visit, search.employeeId)) {
    if (search.performs?.(employeeId) === false) continue;
    const { busy, away } = readSchedule(employeeId);
    const isFree = visitChecker(busy, terms.processing.length > 0 ? away : [], terms);
    const times = { ...terms, after: now / MINUTE_MS };
    for (const [at, { day, starts, clock: dayClock }] of days.entries())
      forEachStart(dayClock, hours.intervalsOn(employeeId, day), isFree, times, (step) =>
        slots[at * STEPS_PER_DAY + step]?.push({ startsAt: starts[step] ?? "", employeeId }),
      );
    await giveWay();
  }
  const services = performersOfEach(app, visit, search.employeeId);
  if (!isDivisible(visit, services)) return slots.flat();
  for (const employeeId of new Set(services.flatMap((of) => [...of.keys()]))) {
    readSchedule(employeeId);
    await giveWay();
  }
  for (const [at, { day, starts, clock: dayClock }] of days.entries()) {
    const find = partsFinder(app, services, { clock, day, readSchedule });
    const isOpen = [...(services[0]?.keys() ?? [])].flatMap((id) => hours.intervalsOn(id, day));
    const times = { minutes: 0, after: now / MINUTE_MS };
    const begins = new Set<number>();
    forEachStart(
      dayClock,
      isOpen,
      () => true,
      times,
      (step) => begins.add(step),
    );
    for (const step of begins) {
      const cell = slots[at * STEPS_PER_DAY + step];
      const parts = cell?.length === 0 ? find(clock.at(starts[step] ?? "")) : undefined;
      if (parts?.[0])
        cell?.push({ startsAt: starts[step] ?? "", employeeId: parts[0].employeeId, parts });
      await giveWay();
    }
  }
  return slots.flat();
}

/** Returns the days on which no one works from now on who performs the visit, or one of its services. */
export function listDaysOff(
  app: App,
  visit: Visit,
  { employeeId, from, to, performs = () => true }: SlotSearch,
): Omit<FreeTimes, "slots"> {
  const services = performersOfEach(app, visit, employeeId);
  const hours = getOpenHours(app);
  const now = toWallTime(app, app.now());
  const isOver = (day: string, end: string) => day === dayOf(now) && end <= clockOf(now);
  const isOff = (id: number | null, day: string) =>
    hours.intervalsOn(id, day).every(({ end }) => isOver(day, end));
  const days = listDays(from, to).filter((day) =>
    services.some((of) =>
      of
        .keys()
        .filter(performs)
        .every((id) => isOff(id, day)),
    ),
  );
  const isClosed = (day: string) => isOff(null, day);
  return { closedDays: days.filter(isClosed), offDays: days.filter((day) => !isClosed(day)) };
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

/** Whether each part of a visit can take place as it is, also for the transaction that writes them. */
export function areFree(
  app: App,
  parts: readonly (Slot & { readonly terms: VisitLength })[],
  except: Except = {},
): boolean {
  return parts.every(
    ({ terms: { minutes, bufferMinutes = 0, processing = [] }, ...slot }) =>
      findObstacle(app, { minutes, bufferMinutes, processing }, slot, except) === undefined,
  );
}

/**
 * Returns who performs a visit at a time: one employee where one can, else several. Undefined if it can't take place then. It
 * is synchronous, so that a booking finds its parts in the transaction that writes them.
 * @throws Problem 404 for a deleted service
 */
export function findParts(
  app: App,
  visit: Visit,
  {
    startsAt,
    employeeId,
  }: { readonly startsAt: WallTime; readonly employeeId?: number | undefined },
  except: Except = {},
): readonly VisitPart[] | undefined {
  for (const [id, terms] of performersOf(app, visit, employeeId))
    if (findObstacle(app, visit, { startsAt, employeeId: id }, except) === undefined)
      return [{ employeeId: id, startsAt, terms }];
  const services = performersOfEach(app, visit, employeeId);
  if (!isDivisible(visit, services)) return undefined;
  const day = dayOf(startsAt);
  const clock = zoneClock(getSettings(app).timeZone);
  const start = clock.at(startsAt);
  if (clock.on(day).isSkipped(minuteOfDay(startsAt)) || start <= app.now() / MINUTE_MS)
    return undefined;
  const days = { from: day, to: day };
  const readSchedule = scheduleReader(app, clock, {
    ...days,
    shared: loadShared(app, days),
    except,
  });
  return partsFinder(app, services, { clock, day, readSchedule })(start);
}

/** The start of each quarter hour as text, which all employees share. */
function startsOf(day: string): { day: string; starts: readonly string[] } {
  return { day, starts: CLOCKS.map((clock) => `${day}T${clock}:00`) };
}

const CLOCKS = Array.from({ length: STEPS_PER_DAY }, (_, step) => toClock(step * STEP_MINUTES));
