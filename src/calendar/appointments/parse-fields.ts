import type { App } from "#src/app.ts";
import { requirePhone } from "#src/platform/phone-numbers.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { isSkipped, skippedTimeMessage } from "#src/platform/time.ts";
import { fieldProblem, Problem } from "#src/shared/problem.ts";
import { parseWallTime, type WallTime } from "#src/shared/wall-time.ts";

/** @throws Problem 400, also for a time that daylight saving time skips */
export function parseStart(app: App, text: string): WallTime {
  const wall = parseWallTime(text);
  if (wall === undefined) throw new Problem(400, "Use a date and time such as 2026-11-20T10:30.");
  if (!isSkipped(app, wall)) return wall;
  throw fieldProblem(400, "appointmentDate", skippedTimeMessage(app, wall));
}

export function parsePhone(app: App, input: string | null): string | null {
  return input ? requirePhone(input, getSettings(app).country) : null;
}
