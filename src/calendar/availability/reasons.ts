import type { BusyAppointment } from "#db/calendar/busy-times.ts";
import type { TimeOffRow } from "#db/calendar/time-off.ts";
import type { App } from "#src/app.ts";
import { getOpenHours } from "#src/calendar/hours/open-hours.ts";
import type { VisitLength, VisitPart } from "#src/calendar/visits.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { dayOf, type WallTime } from "#src/shared/wall-time.ts";
import type { Interval } from "#src/shared/working-hours.ts";
import { busySpans, type Except, findConflicts } from "./busy.ts";
import { minuteOfDay, zoneClock } from "./zone-clock.ts";

export interface Slot {
  readonly startsAt: WallTime;
  /** Of the first part. */
  readonly employeeId: number;
  /** Who does what, where one employee can't do it all. */
  readonly parts?: readonly VisitPart[];
}

export interface Reasons {
  /** The name of a closed day, which may be empty. */
  readonly closedFor: string | undefined;
  /** The employee's hours of that day, where the visit lies outside of them. */
  readonly workingHours: readonly Interval[] | undefined;
  readonly timeOff: readonly TimeOffRow[];
  /** Appointments that overlap it, with the cleanup time of both. */
  readonly appointments: readonly BusyAppointment[];
  readonly isHeld: boolean;
}

/** Returns every reason against a time, for a warning that names them. */
export function findReasons(app: App, visit: Slot & VisitLength, except: Except = {}): Reasons {
  const { startsAt, employeeId, minutes } = visit;
  const day = dayOf(startsAt);
  const clock = zoneClock(getSettings(app).timeZone);
  const hours = getOpenHours(app);
  const start = clock.at(startsAt);
  const isOpen = hours.intervalsOn(employeeId, day).some((interval) => {
    const { at } = clock.on(day);
    return (
      at(minuteOfDay(interval.start)) <= start && start + minutes <= at(minuteOfDay(interval.end))
    );
  });
  return {
    closedFor: hours.findClosedDay(day)?.name,
    workingHours: isOpen ? undefined : hours.intervalsOn(employeeId, day),
    ...findConflicts(app, clock, {
      employeeId,
      day,
      busy: busySpans(start, visit),
      except,
    }),
  };
}
