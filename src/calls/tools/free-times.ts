import type { z } from "zod";
import type { App } from "#src/app.ts";
import { freeStarts } from "#src/calendar/availability/availability.ts";
import {
  employeeCalled,
  firstNamesOf,
  minutesOf,
  namesById,
} from "#src/calls/conversation/staff-directory.ts";
import { wallTimeOf } from "#src/platform/time.ts";
import { clockWordsOf } from "#src/shared/clock-time.ts";
import { addDays, clockOf, dayOf, isDay } from "#src/shared/wall-time.ts";
import { weekdayOf } from "./spoken-times.ts";
import type { FreeSlots } from "./tool-shapes.ts";

/** A caller keeps a handful of times in mind; the model needs no more either. */
const MOST_TIMES_A_DAY = 8;
const MOST_DAYS = 7;
const FURTHEST_DAYS = 365;

const PARTS = {
  morning: ["00:00", "12:00"],
  afternoon: ["12:00", "17:00"],
  evening: ["17:00", "24:00"],
} as const;

/** What the model may say of the book: which times are free, with whom. Nobody's appointment is in it. */
export function freeTimes(app: App, wanted: z.infer<typeof FreeSlots>): object {
  const today = dayOf(wallTimeOf(app, app.now()));
  const from = wanted.from ?? today;
  const to = wanted.to ?? from;
  if (!isDay(from) || !isDay(to)) return { problem: "Give days as YYYY-MM-DD." };
  if (from > addDays(today, FURTHEST_DAYS)) return { problem: "That is too far ahead." };
  const employee = wanted.employee === null ? undefined : employeeCalled(app, wanted.employee);
  if (wanted.employee !== null && !employee)
    return { problem: `There is nobody called so. The staff: ${firstNamesOf(app).join("; ")}` };

  const last = addDays(from, MOST_DAYS - 1);
  const minutes = minutesOf(app, wanted.service ?? "");
  const [after, before] = wanted.part ? PARTS[wanted.part] : ["00:00", "24:00"];
  const starts = freeStarts(app, {
    employeeId: employee?.id,
    from,
    to: [to, last].sort()[0] ?? to,
    minutes,
  }).filter(({ startsAt }) => clockOf(startsAt) >= after && clockOf(startsAt) < before);
  const names = namesById(app);
  const days = Map.groupBy(starts, ({ startsAt }) => dayOf(startsAt));
  return {
    minutes,
    days: [...days].map(([date, ofDay]) => ({
      date,
      weekday: weekdayOf(date),
      free: [...Map.groupBy(ofDay, ({ startsAt }) => startsAt)]
        .filter(spread)
        .map(([startsAt, those]) => ({
          time: clockWordsOf(startsAt),
          with: those.map(({ employeeId }) => names.get(employeeId)).join(", "),
        })),
    })),
  };
}

/** A few over the whole day, the first of them the earliest. */
function spread<Item>(_: Item, at: number, all: readonly Item[]): boolean {
  const step = Math.max(1, Math.ceil(all.length / MOST_TIMES_A_DAY));
  return at % step === 0;
}
