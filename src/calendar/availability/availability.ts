import { takenBetween } from "#db/calendar/appointments-list.ts";
import type { App } from "#src/app.ts";
import { LONGEST_MINUTES } from "#src/calendar/appointments/contract.ts";
import { employeesById } from "#src/calendar/employees/employees.ts";
import { settingsOf } from "#src/platform/settings/settings.ts";
import { instantOf, wallTimeOf } from "#src/platform/time.ts";
import { addDays, addMinutes, dayOf, type WallTime } from "#src/shared/wall-time.ts";
import { hoursOf, isOutside, overlap } from "#src/shared/working-hours.ts";

/** Appointments begin at the quarters of the clock. */
const STEP_MINUTES = 15;
const DAY_MINUTES = 24 * 60;

interface Wanted {
  /** Undefined: anybody's. */
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
 * When an appointment of that length could begin, earliest first: within the employee's hours, beside
 * nothing else, not in the past, and at a time that the clock does show that day.
 */
export function freeStarts(app: App, { employeeId, from, to, minutes }: Wanted): FreeStart[] {
  const now = app.now();
  const today = dayOf(wallTimeOf(app, now));
  const employees = [...employeesById(app).values()].filter(
    ({ id }) => employeeId === undefined || id === employeeId,
  );
  const free: FreeStart[] = [];
  for (let day = from < today ? today : from; day <= to; day = addDays(day, 1)) {
    // Once a day, not once for each employee: of all this the time zones cost most.
    const spans = quartersOf(day)
      .filter((startsAt) => isToCome(app, startsAt, now))
      .map((startsAt) => ({ startsAt, endsAt: addMinutes(startsAt, minutes) }));
    for (const { id, ...own } of employees) {
      const hours = hoursOf(own, settingsOf(app));
      const taken = takenOn(app, id, day);
      for (const span of spans) {
        if (isOutside(hours, span.startsAt, span.endsAt)) continue;
        if (taken.some((other) => overlap(span, other))) continue;
        free.push({ employeeId: id, startsAt: span.startsAt });
      }
    }
  }
  return free.toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : Number(a.startsAt > b.startsAt)));
}

/** Whether exactly this one could be booked; it need not begin at a quarter of the hour. */
export function isFree(app: App, { employeeId, startsAt }: FreeStart, minutes: number): boolean {
  const employee = employeesById(app).get(employeeId);
  const span = { startsAt, endsAt: addMinutes(startsAt, minutes) };
  return (
    employee !== undefined &&
    !isOutside(hoursOf(employee, settingsOf(app)), span.startsAt, span.endsAt) &&
    !takenOn(app, employeeId, dayOf(startsAt)).some((other) => overlap(span, other)) &&
    isToCome(app, startsAt, app.now())
  );
}

function takenOn(app: App, employeeId: number, day: string) {
  const midnight = `${day}T00:00:00`;
  return takenBetween(app.db, employeeId, {
    // Nothing that began earlier can still be under way.
    earliest: addMinutes(midnight, -LONGEST_MINUTES),
    from: midnight,
    until: addMinutes(midnight, DAY_MINUTES),
  });
}

function quartersOf(day: string): WallTime[] {
  return Array.from({ length: DAY_MINUTES / STEP_MINUTES }, (_, step) =>
    addMinutes(`${day}T00:00:00`, step * STEP_MINUTES),
  );
}

/** A time that the clock skips in spring comes back as a later one: nobody can come at it. */
function isToCome(app: App, startsAt: WallTime, now: number): boolean {
  const instant = instantOf(app, startsAt);
  return instant > now && wallTimeOf(app, instant) === startsAt;
}
