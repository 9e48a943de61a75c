import type { App } from "#src/app.ts";
import {
  findObstacle,
  findParts,
  findSlots,
  type Obstacle,
} from "#src/calendar/availability/availability.ts";
import { employeesById } from "#src/calendar/employees/employees.ts";
import { hoursOn } from "#src/calendar/hours/hours.ts";
import { isPerformed, performersOfEach, type Visit, type VisitPart } from "#src/calendar/visits.ts";
import {
  findEmployeeByName,
  firstNamesById,
  staffFirstNames,
} from "#src/calls/conversation/staff-directory.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { formatLongDate, formatLongTime } from "#src/shared/long-date.ts";
import {
  addDays,
  dayOf,
  isDay,
  minutesBetween,
  parseWallTime,
  type WallTime,
} from "#src/shared/wall-time.ts";

const MAX_DAYS_AHEAD = 365;
/** How many days after the requested one are searched for free times. */
const NEAREST_DAYS = 6;
const MAX_NEAREST = 4;

interface RequestedTime {
  /** YYYY-MM-DD and HH:MM, as the model wrote them. */
  readonly date: string;
  readonly time: string;
  /** Undefined for any employee. */
  readonly employeeId: number | undefined;
  readonly visit: Visit;
}

interface FreeTime {
  readonly startsAt: WallTime;
  /** "Friday, November 27 at 10:00 AM", for reading aloud. */
  readonly when: string;
  /** The employees who are free then, in the order of the calendar. At least one. */
  readonly employeeIds: readonly number[];
  /** Where only several can perform the visit, one after another. */
  readonly parts?: readonly VisitPart[];
}

interface Refusal {
  readonly problem: string;
  readonly when?: string;
  readonly nearest?: readonly string[];
}

/** Checks that a time exists, is ahead, and is free. A refusal names the reason and the nearest free times. */
export async function checkTime(app: App, requested: RequestedTime): Promise<FreeTime | Refusal> {
  const { date, time, employeeId, visit } = requested;
  const problem = findDayProblem(app, date);
  if (problem !== undefined) return { problem };
  const startsAt = /^\d\d:\d\d$/.test(time) ? parseWallTime(`${date}T${time}`) : undefined;
  if (startsAt === undefined) return { problem: `There is no time ${time}. Write HH:MM.` };
  const when = formatLongTime(startsAt);
  const ids = employeeId === undefined ? [...employeesById(app).keys()] : [employeeId];
  const obstacles = ids.map((id) => findObstacle(app, visit, { employeeId: id, startsAt }));
  const employeeIds = ids.filter((_, at) => obstacles[at] === undefined);
  if (employeeIds.length > 0) return { startsAt, when, employeeIds };
  const parts = findParts(app, visit, { startsAt, employeeId });
  if (parts) return { startsAt, when, employeeIds: parts.map((part) => part.employeeId), parts };
  return {
    problem: describeObstacle(app, requested, startsAt, obstacles),
    when,
    nearest: await listNearest(app, startsAt, requested),
  };
}

/** Returns why no appointment can be requested on a day: it does not exist, has passed, or is too far ahead. */
export function findDayProblem(app: App, date: string): string | undefined {
  const today = businessDay(app);
  if (!isDay(date)) return `There is no day ${date}. Write YYYY-MM-DD.`;
  if (date < today)
    return `${formatLongDate(date)} has passed. Today is ${formatLongDate(today)}, ${today}.`;
  return date > addDays(today, MAX_DAYS_AHEAD)
    ? `${date} is more than a year ahead. The calendar is not open that far.`
    : undefined;
}

/** Finds an employee by the name that a caller said; null means any employee. */
export function resolveEmployee(
  app: App,
  name: string | null,
): { readonly employeeId: number | undefined } | { readonly problem: string } {
  if (name === null) return { employeeId: undefined };
  const employee = findEmployeeByName(app, name);
  return employee
    ? { employeeId: employee.id }
    : { problem: `No employee has that name. The staff: ${staffFirstNames(app).join("; ")}` };
}

/** Picks times spread over all of them. Full hours come before half hours, and those before the rest. */
export function suggestTimes(times: readonly WallTime[], most: number): WallTime[] {
  const picked = new Set<WallTime>();
  for (const minutes of [["00"], ["30"], ["15", "45"]]) {
    const candidates = times.filter((time) => minutes.includes(time.slice(14, 16)));
    const step = Math.max(1, candidates.length / Math.max(1, most - picked.size));
    for (let at = 0; at < candidates.length && picked.size < most; at += step)
      picked.add(candidates[Math.floor(at)] ?? "");
  }
  return [...picked].toSorted();
}

function describeObstacle(
  app: App,
  { employeeId, visit }: RequestedTime,
  startsAt: WallTime,
  obstacles: readonly (Obstacle | undefined)[],
): string {
  const clock = formatClock(startsAt);
  const day = formatLongDate(dayOf(startsAt));
  if (obstacles.includes("skipped"))
    return `The clocks go forward on ${day}, so there is no ${clock}.`;
  if (obstacles.includes("past")) return `${formatLongTime(startsAt)} has passed.`;
  const name = employeeId === undefined ? undefined : firstNamesById(app).get(employeeId);
  if (obstacles.every((one) => one === "not performed"))
    return isPerformed(app, visit, employeeId)
      ? `${formatLongTime(startsAt)} is not free with everyone who is needed.`
      : describePerformers(app, visit, employeeId);
  if (obstacles.includes("taken"))
    return `${formatLongTime(startsAt)} is taken${name === undefined ? "" : ` with ${name}`}.`;
  if (obstacles.includes("closed")) return `The business is closed on ${day}.`;
  if (obstacles.includes("time off"))
    return name === undefined
      ? `No one is in on ${formatLongTime(startsAt)}.`
      : `${name} is not in on ${formatLongTime(startsAt)}.`;
  return describeHours(app, employeeId, startsAt);
}

/** Returns who performs a visit, for a caller who asked for someone else. */
export function describePerformers(app: App, visit: Visit, employeeId: number | undefined): string {
  const names = firstNamesById(app);
  const performers = performersOfEach(app, visit).flatMap((of) => [...of.keys()]);
  const others = [...new Set(performers)].map((id) => names.get(id));
  return others.length === 0
    ? "No one performs this service now."
    : `${names.get(employeeId ?? -1) ?? "No one"} does not perform this service. These do: ${others.join("; ")}.`;
}

function describeHours(app: App, employeeId: number | undefined, startsAt: WallTime): string {
  const day = dayOf(startsAt);
  const name = employeeId === undefined ? undefined : firstNamesById(app).get(employeeId);
  const hours = hoursOn(app, employeeId ?? null, day);
  if (hours.length === 0)
    return name === undefined
      ? `The business is closed on ${formatLongDate(day)}.`
      : `${name} does not work on ${formatLongDate(day)}.`;
  const times = hours.map(({ start, end }) => `${formatClock(start)} to ${formatClock(end)}`);
  return `The appointment would not be within ${name === undefined ? "business" : `${name}'s`} hours, ${times.join(" and ")}.`;
}

/** Returns free times such as "Friday, November 27 at 9:30 AM", the nearest to the requested one first. */
async function listNearest(
  app: App,
  startsAt: WallTime,
  { employeeId, visit }: RequestedTime,
): Promise<string[]> {
  const from = dayOf(startsAt);
  const starts = await findSlots(app, visit, {
    employeeId,
    from,
    to: addDays(from, NEAREST_DAYS),
  });
  const distance = (time: WallTime) => Math.abs(minutesBetween(startsAt, time));
  return [...new Set(starts.map((start) => start.startsAt))]
    .filter((time) => /:[03]0:/.test(time.slice(13)))
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, MAX_NEAREST)
    .map(formatLongTime);
}
