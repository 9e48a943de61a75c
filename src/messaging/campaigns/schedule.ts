import { inTransaction } from "#db/connection.ts";
import * as store from "#db/messaging/campaigns.ts";
import type { App } from "#src/app.ts";
import { canSend, NOT_CONNECTED } from "#src/messaging/outbox/outbox.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { skippedTimeMessage } from "#src/platform/skipped-time.ts";
import { isSkipped, toInstant } from "#src/platform/time.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { fieldProblem, type Problem } from "#src/shared/problem.ts";
import { parseWallTime } from "#src/shared/wall-time.ts";

const YEAR_MS = 366 * DAY_MS;

/**
 * Converts local time in the business's zone to epoch milliseconds; a time that occurs twice means the first.
 * @throws Problem 400 when it isn't a valid time, is skipped by the clocks, has passed, or is more than a year ahead
 */
export function parseSchedule(app: App, text: string): number {
  const wall = parseWallTime(text);
  if (wall === undefined)
    throw scheduleProblem("This date or time doesn't exist. Choose another one.");
  if (isSkipped(app, wall)) throw scheduleProblem(skippedTimeMessage(app, wall));
  const at = toInstant(app, wall);
  if (at <= app.now()) throw scheduleProblem("Choose a time in the future.");
  if (at > app.now() + YEAR_MS) throw scheduleProblem("Choose a time within the next year.");
  return at;
}

function scheduleProblem(message: string): Problem {
  return fieldProblem(400, "scheduledFor", message);
}

/** Starts campaigns whose time has come, including those that were due while the server was down. */
export function startScheduledCampaigns(app: App): void {
  for (const id of store.campaignsScheduledBefore(app.db, app.now()))
    inTransaction(app.db, () => {
      if (canSend(app)) store.beginSending(app.db, id, app.now());
      else store.setCampaignStatus(app.db, id, "failed", NOT_CONNECTED, app.now());
      recordSystem(app, { action: "campaign.begin", target: ["campaign", id] });
      app.events.changed("campaigns", id);
    });
}
