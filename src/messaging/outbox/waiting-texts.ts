import { isSending } from "#db/messaging/campaign-sending.ts";
import type { App } from "#src/app.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { type ClaimedText, type PacedText, releasePaced, releaseTexts } from "./claimed-text.ts";
import { isStale, ratesOf } from "./pace.ts";

/** Returns whether texts that wait for their slots belong to a campaign that no longer sends, or are too far from their slots. */
export function areOutdated(app: App, texts: readonly PacedText[]): boolean {
  const [first] = texts;
  if (!first) return false;
  if (isStale(first.slot, app.now())) return true;
  const campaigns = new Set(texts.map(({ campaignId }) => campaignId));
  return [...campaigns].some((id) => !isSending(app.db, id));
}

/** Returns all claimed texts to the queue before the process ends. */
export function releaseAll(
  app: App,
  direct: readonly ClaimedText[],
  paced: readonly PacedText[],
): void {
  releaseTexts(app, direct);
  // The next process doesn't know when the last texts left, so a fast pace rather loses a few slots.
  const skipsSlots = ratesOf(getSettings(app)).interval < 1_000;
  if (skipsSlots) releaseTexts(app, paced);
  else releasePaced(app, paced);
}
