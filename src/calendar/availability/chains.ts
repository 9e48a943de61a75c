import type { Performers, Span } from "#src/calendar/visits.ts";
import { busySpans } from "./busy.ts";

/** When an employee can work on a day. */
export interface Schedule {
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
export function chainFinder(
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
