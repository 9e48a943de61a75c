import { inTransaction } from "#db/connection.ts";
import * as store from "#db/messaging/campaigns.ts";
import type { App } from "#src/app.ts";
import { canSend, NOT_CONNECTED } from "#src/messaging/outbox/outbox.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { settingsOf } from "#src/platform/settings/settings.ts";
import { Problem } from "#src/shared/problem.ts";

const YEAR_MS = 366 * 24 * 60 * 60 * 1000;

/**
 * Wall time where the business is, as epoch milliseconds. An hour that a clock change skips means the
 * one after it, one that comes twice means the first.
 * @throws Problem 400 when it is no date, is past, or more than a year ahead
 */
export function momentOf(app: App, wall: string): number {
  const at = instantOf(wall, settingsOf(app).timeZone);
  if (at === undefined) throw refusal("There is no such day or time.");
  if (at <= app.now()) throw refusal("Choose a time that is still to come.");
  if (at > app.now() + YEAR_MS) throw refusal("Choose a time within a year.");
  return at;
}

function instantOf(wall: string, timeZone: string): number | undefined {
  try {
    return Temporal.PlainDateTime.from(wall, { overflow: "reject" }).toZonedDateTime(timeZone)
      .epochMilliseconds;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

function refusal(words: string): Problem {
  return new Problem(400, words, { errors: { scheduledFor: words } });
}

/** Campaigns whose time has come begin; one that came while the server was down begins late. */
export function startScheduled(app: App): void {
  for (const id of store.scheduledBefore(app.db, app.now()))
    inTransaction(app.db, () => {
      if (canSend(app)) store.beginSending(app.db, id, app.now());
      else store.setCampaignStatus(app.db, id, "failed", NOT_CONNECTED, app.now());
      recordSystem(app, { action: "campaign.begin", target: ["campaign", id] });
      app.events.changed("campaigns", id);
    });
}
