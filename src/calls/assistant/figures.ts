import { countCallsSince, listFirstTokenTimes } from "#db/calls/calls-figures.ts";
import type { App } from "#src/app.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import { toInstant } from "#src/platform/time.ts";
import type { Figures } from "./contract.ts";

const MAX_ANSWERS = 100;

/** Returns the number of calls today and the response times of the latest answers. */
export function getCallFigures(app: App): Figures {
  const delays = listFirstTokenTimes(app.db, MAX_ANSWERS).toSorted((a, b) => a - b);
  const percentile = (share: number) =>
    delays[Math.min(delays.length - 1, Math.floor(delays.length * share))];
  return {
    callsToday: countCallsSince(app.db, toInstant(app, `${businessDay(app)}T00:00:00`)),
    answers: delays.length,
    typicalMs: percentile(0.5) ?? null,
    slowMs: percentile(0.95) ?? null,
  };
}
