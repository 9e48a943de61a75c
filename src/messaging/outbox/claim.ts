import { mediaIdsOf } from "#db/messaging/media.ts";
import { dueTexts, nextDueAt } from "#db/messaging/messages-queue.ts";
import type { App } from "#src/app.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { capUntil, decisionUntil, isHeldBack, textRefusal } from "./caps.ts";
import { BLOCKED_MS, claimCampaigns } from "./claim-campaigns.ts";
import { type ClaimedText, claimWithBody, type PacedText } from "./claimed-text.ts";
import { quietUntil } from "./quiet-hours.ts";

/** How many texts may be claimed. Texts of campaigns and all others have their own share. */
export interface Capacity {
  readonly direct: number;
  readonly paced: number;
}

export interface ClaimedBatch {
  /** Texts that belong to no campaign and are sent at once. */
  readonly direct: readonly ClaimedText[];
  readonly paced: readonly PacedText[];
  /** When to look for due texts again, in epoch milliseconds, unless an event wakes the sender before. */
  readonly nextAt: number;
}

const LONGEST_SLEEP_MS = 5_000;

/**
 * Claims the texts that may be sent now, in the caller's transaction. Texts that belong to no campaign
 * are not paced; campaigns share the slots of the installation's pace.
 */
export function claimDue(app: App, quietHours: boolean, capacity: Capacity): ClaimedBatch {
  const now = app.now();
  const { direct, hasSkipped } = claimDirect(app, quietHours, capacity.direct, now);
  const { paced, nextAt } = claimCampaigns(app, quietHours, capacity.paced, now);
  const due = nextDueAt(app.db) ?? Number.POSITIVE_INFINITY;
  // Skipped and held texts may have filled the batch. Any other text that is due but not claimed waits for another
  // text to its number, whose outcome wakes the sender.
  const next = hasSkipped ? now : Math.min(due > now ? due : now + BLOCKED_MS, nextAt);
  return { direct, paced, nextAt: Math.min(Math.max(next, now), now + LONGEST_SLEEP_MS) };
}

function claimDirect(app: App, quietHours: boolean, capacity: number, now: number) {
  const settings = getSettings(app);
  const direct: ClaimedText[] = [];
  let hasSkipped = false;
  for (const due of dueTexts(app.db, now, capacity)) {
    const refusal = textRefusal(app, due, now);
    const until =
      decisionUntil(due) ??
      (quietHours ? quietUntil(settings, due, now) : undefined) ??
      capUntil(app, due);
    if (isHeldBack(app, due, { refusal, until })) {
      hasSkipped = true;
      app.events.changed("messages", due.id);
      app.events.changed("conversations");
      continue;
    }
    const mediaIds = due.purpose === "chat" ? mediaIdsOf(app.db, due.id) : [];
    const text = claimWithBody(app, due, due.body ?? "", { mediaIds });
    if (text) direct.push(text);
  }
  return { direct, hasSkipped };
}
