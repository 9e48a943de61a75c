import { countCallsSince, firstWordsOfAnswers } from "#db/calls/calls-figures.ts";
import type { App } from "#src/app.ts";
import { businessDay } from "#src/platform/settings/settings.ts";
import { instantOf } from "#src/platform/time.ts";
import type { Figures } from "./contract.ts";

const ANSWERS = 100;

/** How many call today, and how long they wait for an answer. */
export function callFigures(app: App): Figures {
  const waits = firstWordsOfAnswers(app.db, ANSWERS).toSorted((a, b) => a - b);
  const at = (share: number) => waits[Math.min(waits.length - 1, Math.floor(waits.length * share))];
  return {
    callsToday: countCallsSince(app.db, instantOf(app, `${businessDay(app)}T00:00:00`)),
    answers: waits.length,
    typicalMs: at(0.5) ?? null,
    slowMs: at(0.95) ?? null,
  };
}
