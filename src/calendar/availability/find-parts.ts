import type { App } from "#src/app.ts";
import { getOpenHours } from "#src/calendar/hours/open-hours.ts";
import {
  type Performers,
  type Span,
  toParts,
  type Visit,
  type VisitPart,
} from "#src/calendar/visits.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { addMinutes, dayOf, type WallTime } from "#src/shared/wall-time.ts";
import { awaySpansOf, busySpansOf, type Except, type Shared } from "./busy.ts";
import { chainFinder } from "./chains.ts";
import { minuteOfDay, type ZoneClock, zoneClock } from "./zone-clock.ts";

/** Returns when employees have time in a span of days. Each is read once. */
export function scheduleReader(
  app: App,
  clock: ZoneClock,
  range: { from: string; to: string; shared: Shared; except?: Except | undefined },
): (employeeId: number) => { readonly busy: readonly Span[]; readonly away: readonly Span[] } {
  const known = new Map<number, { busy: Span[]; away: Span[] }>();
  return (employeeId) =>
    known.getOrInsertComputed(employeeId, () => ({
      busy: busySpansOf(app, clock, employeeId, range),
      away: awaySpansOf(clock, employeeId, range.shared),
    }));
}

/** Returns the parts of a visit whose services are performed by these employees, one after another. */
export function layOutParts(
  app: App,
  startsAt: WallTime,
  services: readonly Omit<VisitPart, "startsAt">[],
): VisitPart[] {
  const clock = zoneClock(getSettings(app).timeZone);
  const start = clock.at(startsAt);
  let minutes = 0;
  return toParts(
    services.map((one) => {
      const begins =
        clock.wallAt(start + minutes, dayOf(startsAt)) ?? addMinutes(startsAt, minutes);
      minutes += one.terms.minutes;
      return { ...one, startsAt: begins };
    }),
  );
}

/** Whether several employees may perform a visit. */
export function isDivisible(visit: Visit, services: readonly Performers[]): boolean {
  if ("parts" in visit) return true;
  const all = new Set(services.flatMap((of) => [...of.keys()]));
  return services.length > 1 && all.size > 1 && services.every((of) => of.size > 0);
}

/** Returns the search for who performs a visit that begins on a day, at a minute since the epoch. */
export function partsFinder(
  app: App,
  services: readonly Performers[],
  {
    clock,
    day,
    readSchedule,
  }: { clock: ZoneClock; day: string; readSchedule: ReturnType<typeof scheduleReader> },
): (start: number) => readonly VisitPart[] | undefined {
  const hours = getOpenHours(app);
  const { at } = clock.on(day);
  const open = new Map<number, Span[]>();
  const openOf = (employeeId: number) =>
    open.getOrInsertComputed(employeeId, () =>
      hours.intervalsOn(employeeId, day).map((interval) => ({
        start: at(minuteOfDay(interval.start)),
        end: at(minuteOfDay(interval.end)),
      })),
    );
  const find = chainFinder(
    services,
    (employeeId) => ({ ...readSchedule(employeeId), open: openOf(employeeId) }),
    (minute) => clock.wallAt(minute, day) !== undefined,
  );
  return (start) => {
    let minute = start;
    const each = find(start)?.flatMap((employeeId, at) => {
      const terms = services[at]?.get(employeeId);
      if (!terms) return [];
      const startsAt = clock.wallAt(minute, day) ?? "";
      minute += terms.minutes;
      return { employeeId, startsAt, terms };
    });
    // Booked parts stay as they are.
    if (each?.some(({ terms }) => terms.services.length > 0)) return toParts(each);
    return each?.every(({ startsAt }) => startsAt !== "") ? each : undefined;
  };
}
