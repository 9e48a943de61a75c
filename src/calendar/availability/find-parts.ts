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
import { awaySpansOf, busySpans, busySpansOf, type Except, type Shared } from "./busy.ts";
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

/** When an employee can work on a day. */
interface Schedule {
  /** Their intervals of that day. */
  readonly open: readonly Span[];
  /** Sorted, without overlaps, time off included. */
  readonly busy: readonly Span[];
  /** Time off alone. */
  readonly away: readonly Span[];
}

/** A service as someone would perform it. */
interface Option {
  readonly employeeId: number;
  readonly end: number;
  /** The fewest changes of employee from here to the end of the visit, cleanup in between left out. */
  readonly changes: number;
}

interface Search {
  readonly at: number;
  readonly start: number;
  /** Those who perform the services before. */
  readonly before: readonly number[];
  /** Since when the last of them works without a change. */
  readonly since: number;
  readonly changesLeft: number;
  /** Those who have no time to clean up yet, so they must return. */
  readonly owing: ReadonlySet<number>;
}

/**
 * Returns a search for who performs the services of a visit that begins at a time, in minutes since the epoch: with the
 * fewest changes of employee, then in the order of the employees. The services follow one another without a gap. Each
 * employee is at work for all of a run of services, free when it makes them busy, and cleans up after their last one.
 */
function chainFinder(
  services: readonly Performers[],
  scheduleOf: (employeeId: number) => Schedule,
  /** Whether the calendar can show a start. */
  canBegin: (minute: number) => boolean,
): (start: number) => readonly number[] | undefined {
  const known = new Map<string, readonly Option[]>();
  const last = services.length - 1;

  /** Who can perform a service at a time. Several starts have it in common. */
  function optionsFor(at: number, start: number): readonly Option[] {
    const key = `${at} ${start}`;
    const found = known.get(key);
    if (found) return found;
    const options: Option[] = [];
    for (const [employeeId, terms] of services[at] ?? []) {
      const end = start + terms.minutes;
      const { open, busy, away } = scheduleOf(employeeId);
      const works = busySpans(start, { minutes: terms.minutes, processing: terms.processing });
      if (!isWithin(open, { start, end }) || !works.every((span) => isFree(busy, span))) continue;
      if (terms.processing.length > 0 && !isFree(away, { start, end })) continue;
      if (at === last) {
        if (canCleanUp(employeeId, at, end)) options.push({ employeeId, end, changes: 0 });
        continue;
      }
      const following = optionsFor(at + 1, end);
      const changes = Math.min(
        ...following.map((next) => next.changes + Number(next.employeeId !== employeeId)),
      );
      if (Number.isFinite(changes)) options.push({ employeeId, end, changes });
    }
    known.set(key, options);
    return options;
  }

  function canCleanUp(employeeId: number, at: number, end: number): boolean {
    const cleanup = services[at]?.get(employeeId)?.bufferMinutes ?? 0;
    const { busy } = scheduleOf(employeeId);
    return cleanup === 0 || isFree(busy, { start: end, end: end + cleanup });
  }

  function search(state: Search): readonly number[] | undefined {
    const { at, start, before, since, changesLeft, owing } = state;
    if (at > last) return owing.size === 0 ? before : undefined;
    const previous = before.at(-1);
    for (const { employeeId, end, changes } of optionsFor(at, start)) {
      const isChange = previous !== undefined && employeeId !== previous;
      const left = changesLeft - Number(isChange);
      if (left < changes || (isChange && !canBegin(start))) continue;
      const begins = isChange || previous === undefined ? start : since;
      if (!isWithin(scheduleOf(employeeId).open, { start: begins, end })) continue;
      const owes = new Set(owing);
      if (isChange && !canCleanUp(previous, at - 1, start)) owes.add(previous);
      owes.delete(employeeId);
      if (owes.size > left) continue;
      const found = search({
        at: at + 1,
        start: end,
        before: [...before, employeeId],
        since: begins,
        changesLeft: left,
        owing: owes,
      });
      if (found) return found;
    }
    return undefined;
  }

  return (start) => {
    const fewest = Math.min(...optionsFor(0, start).map(({ changes }) => changes));
    for (let changesLeft = fewest; changesLeft <= last; changesLeft += 1) {
      const first = { at: 0, start, before: [], since: start, owing: new Set<number>() };
      const found = search({ ...first, changesLeft });
      if (found) return found;
    }
    return undefined;
  };
}

function isWithin(open: readonly Span[], { start, end }: Span): boolean {
  return open.some((interval) => interval.start <= start && end <= interval.end);
}

/** Whether sorted spans without overlaps leave a span free. */
function isFree(busy: readonly Span[], { start, end }: Span): boolean {
  let [low, high] = [0, busy.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((busy[middle]?.end ?? 0) <= start) low = middle + 1;
    else high = middle;
  }
  return (busy[low]?.start ?? Number.POSITIVE_INFINITY) >= end;
}
