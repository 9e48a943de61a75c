import type { z } from "zod";
import type { App } from "#src/app.ts";
import { findFreeStarts } from "#src/calendar/availability/availability.ts";
import {
  findEmployeeByName,
  firstNamesById,
  staffFirstNames,
  usualMinutes,
} from "#src/calls/conversation/staff-directory.ts";
import { toWallTime } from "#src/platform/time.ts";
import { formatClock } from "#src/shared/clock-time.ts";
import { addDays, clockOf, dayOf, isDay } from "#src/shared/wall-time.ts";
import { weekdayOf } from "./spoken-times.ts";
import type { FreeSlots } from "./tool-shapes.ts";

/** A caller can only remember a handful of times. */
const MAX_TIMES_PER_DAY = 8;
const MAX_DAYS = 7;
const MAX_DAYS_AHEAD = 365;

const DAY_PARTS = {
  morning: ["00:00", "12:00"],
  afternoon: ["12:00", "17:00"],
  evening: ["17:00", "24:00"],
} as const;

/** Returns free times with the employees' first names. The reply contains no appointments. */
export function findFreeTimes(app: App, query: z.infer<typeof FreeSlots>): object {
  const today = dayOf(toWallTime(app, app.now()));
  const from = query.from ?? today;
  const to = query.to ?? from;
  if (!isDay(from) || !isDay(to)) return { problem: "Give days as YYYY-MM-DD." };
  if (from > addDays(today, MAX_DAYS_AHEAD)) return { problem: "That is too far ahead." };
  const employee = query.employee === null ? undefined : findEmployeeByName(app, query.employee);
  if (query.employee !== null && !employee)
    return { problem: `No employee has that name. The staff: ${staffFirstNames(app).join("; ")}` };

  const last = addDays(from, MAX_DAYS - 1);
  const minutes = usualMinutes(app, query.service ?? "");
  const [after, before] = query.part ? DAY_PARTS[query.part] : ["00:00", "24:00"];
  const starts = findFreeStarts(app, {
    employeeId: employee?.id,
    from,
    to: [to, last].sort()[0] ?? to,
    minutes,
  }).filter(({ startsAt }) => clockOf(startsAt) >= after && clockOf(startsAt) < before);
  const names = firstNamesById(app);
  const days = Map.groupBy(starts, ({ startsAt }) => dayOf(startsAt));
  return {
    minutes,
    days: [...days].map(([date, ofDay]) => ({
      date,
      weekday: weekdayOf(date),
      free: [...Map.groupBy(ofDay, ({ startsAt }) => startsAt)]
        .filter(isSampled)
        .map(([startsAt, starts]) => ({
          time: formatClock(startsAt),
          with: starts.map(({ employeeId }) => names.get(employeeId)).join(", "),
        })),
    })),
  };
}

/** Picks a few times spread over the day, beginning with the earliest. */
function isSampled<Item>(_: Item, at: number, all: readonly Item[]): boolean {
  const step = Math.max(1, Math.ceil(all.length / MAX_TIMES_PER_DAY));
  return at % step === 0;
}
