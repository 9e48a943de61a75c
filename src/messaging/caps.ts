import { countCampaignTexts } from "#db/campaign-report.ts";
import { sentOnDay } from "#db/message-receipts.ts";
import { countInFlight, type DueText } from "#db/messages-queue.ts";
import type { App } from "#src/app.ts";
import { businessDay, type SettingsValues } from "#src/settings/settings.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** How many campaign texts may still leave today; what is with the provider counts as sent. */
export function leftToday(app: App, { dailyCap }: SettingsValues): number {
  if (dailyCap === null) return Number.POSITIVE_INFINITY;
  return Math.max(0, dailyCap - sentOnDay(app.db, businessDay(app)) - countInFlight(app.db));
}

/** Why this contact may not be texted by a campaign now, read again just before each text. */
export function refusalOf(app: App, { contact }: DueText, settings: SettingsValues, now: number) {
  if (!contact) return "The contact was deleted";
  if (contact.optedOut) return "The client has opted out";
  if (contact.undeliverable) return "The number is undeliverable";
  const { frequencyCapMessages: most, frequencyCapDays: days } = settings;
  if (most === null || countCampaignTexts(app.db, contact.id, now - days * DAY_MS, most) < most)
    return undefined;
  return `Had ${most} campaign ${most === 1 ? "text" : "texts"} within ${days} days already`;
}
