import type { z } from "zod";
import type { App } from "#src/app.ts";
import { findSlots } from "#src/calendar/availability/availability.ts";
import { isPerformed, minutesOf, performersOf, type Visit } from "#src/calendar/visits.ts";
import { firstNamesById, visitFor } from "#src/calls/conversation/staff-directory.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { formatLongDate } from "#src/shared/long-date.ts";
import {
  addDays,
  addMinutes,
  clockOf,
  dayOf,
  isDay,
  listDays,
  type WallTime,
} from "#src/shared/wall-time.ts";
import {
  checkTime,
  describePerformers,
  findDayProblem,
  resolveEmployee,
  suggestTimes,
} from "./requested-time.ts";
import type { FreeSlots } from "./tool-shapes.ts";

/** A caller can only remember a handful of times. */
const MAX_SUGGESTIONS = 8;
const MAX_DAYS = 7;
const STEP_MINUTES = 15;

const DAY_PARTS = {
  morning: ["00:00", "12:00"],
  afternoon: ["12:00", "17:00"],
  evening: ["17:00", "24:00"],
} as const;

type Query = z.infer<typeof FreeSlots>;

/**
 * Returns all free times as ranges, and a few to suggest, with the employees' first names. With an exact
 * time it returns whether that time is free. The reply contains no appointments.
 */
export async function findFreeTimes(app: App, query: Query): Promise<object> {
  const today = businessDay(app);
  const from = query.from ?? today;
  const to = query.to ?? from;
  const found = resolveEmployee(app, query.employee);
  if ("problem" in found) return found;
  const visit = visitFor(app, query.service ?? "");
  if (query.time !== null)
    return checkExactTime(app, { ...found, date: from, time: query.time, visit });
  const hasBegun = isDay(from) && from < today;
  const first = hasBegun ? today : from;
  const problem = findDayProblem(app, to) ?? findDayProblem(app, first);
  if (problem !== undefined) return { problem };
  if (to < from) return { problem: "The last day is before the first day." };
  return listFreeTimes(app, query, { ...found, from: first, to, visit });
}

async function checkExactTime(
  app: App,
  requested: Parameters<typeof checkTime>[1],
): Promise<object> {
  const checked = await checkTime(app, requested);
  if ("problem" in checked) return { free: false, ...checked };
  const { when, employeeIds, parts } = checked;
  return { free: true, when, with: firstNames(app, employeeIds, parts && ", then ") };
}

interface Search {
  readonly employeeId: number | undefined;
  readonly from: string;
  readonly to: string;
  readonly visit: Visit;
}

async function listFreeTimes(
  app: App,
  query: Query,
  { to, visit, ...search }: Search,
): Promise<object> {
  const { from, employeeId } = search;
  if (!isPerformed(app, visit, employeeId))
    return { problem: describePerformers(app, visit, employeeId) };
  const last = [to, addDays(from, MAX_DAYS - 1)].toSorted()[0] ?? to;
  const [earliest, latest] = query.part ? DAY_PARTS[query.part] : ["00:00", "24:00"];
  const after = query.after ?? earliest;
  const before = query.before ?? latest;
  const found = await findSlots(app, visit, { ...search, to: last });
  const starts = found.filter(
    ({ startsAt }) => clockOf(startsAt) >= after && clockOf(startsAt) < before,
  );
  const days = Map.groupBy(starts, ({ startsAt }) => dayOf(startsAt));
  const [terms] = performersOf(app, visit, employeeId).values();
  const parts = found[0]?.parts;
  return {
    minutes: terms?.minutes ?? (parts && minutesOf(parts)),
    days: listDays(from, last).map((date) => {
      const ofDay = days.get(date) ?? [];
      const times = [...new Set(ofDay.map(({ startsAt }) => startsAt))];
      const suggested = suggestTimes(times, MAX_SUGGESTIONS);
      return {
        date,
        day: formatLongDate(date),
        suggested: suggested.map(formatClock),
        moreTimes: times.length > suggested.length,
        // Every start is in a range; appointments may begin at any quarter hour.
        starts: [...Map.groupBy(ofDay, (slot) => namePerformers(app, slot))].map(
          ([names, own]) => ({
            with: names,
            ranges: toRanges(own.map(({ startsAt }) => startsAt)),
          }),
        ),
      };
    }),
    ...(last < to && {
      note: `Days after ${formatLongDate(last)} were not searched. Ask for them.`,
    }),
    ...(starts.length === 0 && { note: "Nothing is free then. Look at other days or times." }),
  };
}

/** Returns "9:00 AM to 11:30 AM" for starts at every quarter hour in between. */
function toRanges(starts: readonly WallTime[]): string[] {
  const ranges: [WallTime, WallTime][] = [];
  for (const start of starts) {
    const range = ranges.at(-1);
    if (range && addMinutes(range[1], STEP_MINUTES) === start) range[1] = start;
    else ranges.push([start, start]);
  }
  return ranges.map(([first, last]) =>
    first === last ? formatClock(first) : `${formatClock(first)} to ${formatClock(last)}`,
  );
}

/** "Nadia", or "Nadia, then Otto" where several perform a visit. */
function namePerformers(
  app: App,
  { employeeId, parts }: Awaited<ReturnType<typeof findSlots>>[number],
): string {
  const ids = parts?.map((part) => part.employeeId) ?? [employeeId];
  return firstNames(app, ids, ", then ");
}

function firstNames(app: App, ids: readonly number[], separator = ", "): string {
  const names = firstNamesById(app);
  return ids.map((id) => names.get(id)).join(separator);
}
