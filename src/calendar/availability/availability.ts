import { busyTimesBetween } from "#db/calendar/appointments-list.ts";
import type { App } from "#src/app.ts";
import { MAX_APPOINTMENT_MINUTES } from "#src/calendar/appointments/contract.ts";
import { employeesById } from "#src/calendar/employees/employees.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { isSkipped, toInstant, toWallTime } from "#src/platform/time.ts";
import { addDays, addMinutes, dayOf, type WallTime } from "#src/shared/wall-time.ts";
import { isOutsideHours, overlaps, resolveHours } from "#src/shared/working-hours.ts";

/** Appointments begin at quarter hours. */
const STEP_MINUTES = 15;
const DAY_MINUTES = 24 * 60;

interface FreeTimeQuery {
  /** Undefined for any employee. */
  readonly employeeId: number | undefined;
  /** Days such as "2026-11-27", both included. */
  readonly from: string;
  readonly to: string;
  readonly minutes: number;
}

export interface FreeStart {
  readonly employeeId: number;
  readonly startsAt: WallTime;
}

/**
 * Returns the times at which an appointment of that length could begin, earliest first: within the employee's
 * hours, without overlaps, in the future, and not in an hour that daylight saving time skips.
 */
export function findFreeStarts(
  app: App,
  { employeeId, from, to, minutes }: FreeTimeQuery,
): FreeStart[] {
  const now = app.now();
  const today = dayOf(toWallTime(app, now));
  const employees = [...employeesById(app).values()].filter(
    ({ id }) => employeeId === undefined || id === employeeId,
  );
  const free: FreeStart[] = [];
  for (let day = from < today ? today : from; day <= to; day = addDays(day, 1)) {
    // Computed once per day rather than per employee, because time zone conversions cost the most.
    const spans = startTimesOf(day)
      .filter((startsAt) => isUpcoming(app, startsAt, now))
      .map((startsAt) => ({ startsAt, endsAt: addMinutes(startsAt, minutes) }));
    for (const { id, ...own } of employees) {
      const hours = resolveHours(own, getSettings(app));
      const taken = busyTimesOn(app, id, day);
      for (const span of spans) {
        if (isOutsideHours(hours, span.startsAt, span.endsAt)) continue;
        if (taken.some((other) => overlaps(span, other))) continue;
        free.push({ employeeId: id, startsAt: span.startsAt });
      }
    }
  }
  return free.toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : Number(a.startsAt > b.startsAt)));
}

/** The reason why a time can't be booked, the first that applies. */
export type Obstacle = "skipped" | "past" | "outside hours" | "taken";

/** Returns whether a time could be booked. It need not begin at a quarter hour. */
export function isFree(app: App, start: FreeStart, minutes: number): boolean {
  return findObstacle(app, start, minutes) === undefined;
}

/** Returns undefined when the time could be booked. An unknown employee has no hours. */
export function findObstacle(
  app: App,
  { employeeId, startsAt }: FreeStart,
  minutes: number,
): Obstacle | undefined {
  const employee = employeesById(app).get(employeeId);
  const span = { startsAt, endsAt: addMinutes(startsAt, minutes) };
  if (isSkipped(app, startsAt)) return "skipped";
  if (!isUpcoming(app, startsAt, app.now())) return "past";
  if (!employee) return "outside hours";
  const hours = resolveHours(employee, getSettings(app));
  if (isOutsideHours(hours, span.startsAt, span.endsAt)) return "outside hours";
  const isTaken = busyTimesOn(app, employeeId, dayOf(startsAt)).some((other) =>
    overlaps(span, other),
  );
  return isTaken ? "taken" : undefined;
}

function busyTimesOn(app: App, employeeId: number, day: string) {
  const midnight = `${day}T00:00:00`;
  return busyTimesBetween(app.db, employeeId, {
    // No appointment that began earlier can last until then.
    earliest: addMinutes(midnight, -MAX_APPOINTMENT_MINUTES),
    from: midnight,
    until: addMinutes(midnight, DAY_MINUTES),
  });
}

function startTimesOf(day: string): WallTime[] {
  return Array.from({ length: DAY_MINUTES / STEP_MINUTES }, (_, step) =>
    addMinutes(`${day}T00:00:00`, step * STEP_MINUTES),
  );
}

function isUpcoming(app: App, startsAt: WallTime, now: number): boolean {
  return toInstant(app, startsAt) > now && !isSkipped(app, startsAt);
}
