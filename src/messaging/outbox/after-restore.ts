import { writeWhenFree } from "#db/connection.ts";
import { findCampaign } from "#db/messaging/campaigns.ts";
import { mediaIdsOf } from "#db/messaging/media.ts";
import {
  isKnownProviderId,
  lastKnownMoment,
  type UnsentText,
  unsentTexts,
} from "#db/messaging/message-outcomes.ts";
import type { App } from "#src/app.ts";
import { catchUpInbound } from "#src/messaging/inbox/catch-up.ts";
import { recordSystem } from "#src/platform/audit/audit.ts";
import { inSlices } from "#src/platform/jobs/slices.ts";
import { type ProviderMessage, ProviderUnreachable } from "#src/platform/providers/carrier.ts";
import { completeRestore, isRestored, restoredAt } from "#src/platform/sending-state.ts";
import { pickMergeDetails } from "#src/shared/contact-fields.ts";
import { HOUR_MS } from "#src/shared/durations.ts";
import { fillFields } from "#src/shared/merge-fields.ts";
import { carrierOf } from "./outbox.ts";
import { adoptText, applyStatus } from "./receipts.ts";

/** A clock set wrongly by a time zone is at most 26 hours ahead. */
const OVERLAP_MS = 26 * HOUR_MS;
const MAX_MESSAGES = 100_000;
const SLICE = 200;

/**
 * A backup does not include the texts that were sent after it was made. Before anything is sent, the provider's
 * messages since then are matched to their rows, so that no client is texted twice. Returns how many
 * were matched.
 * @throws ProviderUnreachable when the provider cannot be queried; then nothing may be sent
 */
export async function adoptSentSinceBackup(app: App): Promise<number> {
  const restored = restoredAt(app);
  if (restored === undefined) return 0;
  const provider = await carrierOf(app);
  if (!provider) return 0;

  const since = (lastKnownMoment(app.db, restored) ?? 0) - OVERLAP_MS;
  const listed = await provider.list({ since, limit: MAX_MESSAGES });
  const sent = listed.filter((message) => message.direction === "outbound").toReversed();
  const { adopted } = await inSlices(app, { from: 0, adopted: 0 }, (before) => {
    const from = before.from + SLICE;
    const slice = sent.slice(before.from, from);
    const matched = slice.filter((message) => adoptMessage(app, message)).length;
    return { from, adopted: before.adopted + matched, done: from >= sent.length };
  });
  await writeWhenFree(app.db, () => {
    completeRestore(app);
    recordSystem(app, { action: "backup.restored", metadata: { adopted } });
  });
  app.events.changed("campaigns");
  return adopted;
}

/** Does the same once a carrier is connected to a running server, as after an import. */
export async function catchUpAfterRestore(app: App): Promise<void> {
  if (!isRestored(app) || !(await carrierOf(app))) return;
  try {
    await catchUpInbound(app);
    await adoptSentSinceBackup(app);
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error;
    app.log("warn", "couldn't ask the carrier what was sent since the backup", {
      reason: error.message,
    });
  }
}

function adoptMessage(app: App, message: ProviderMessage): boolean {
  if (isKnownProviderId(app.db, message.providerId)) return false;
  const text = unsentTexts(app.db, message.to).find((row) => matchesText(app, row, message));
  if (!text || !adoptText(app, text, message.providerId)) return false;
  applyStatus(app, { ...text, phone: message.to }, message.status, message.errorCode);
  return true;
}

function matchesText(app: App, row: UnsentText, message: ProviderMessage): boolean {
  const body = row.body ?? campaignBody(app, row, message.to);
  const pictures = mediaIdsOf(app.db, row.id).length;
  if (pictures !== message.mediaCount || body === undefined) return false;
  // A picture message without text matches by the number of pictures and an empty body.
  return body === "" ? pictures > 0 && message.body.trim() === "" : message.body.endsWith(body);
}

/** The campaign's message, with its fields filled in for this recipient. */
function campaignBody(app: App, row: UnsentText, phoneNumber: string): string | undefined {
  const campaign = row.campaignId === null ? null : findCampaign(app.db, row.campaignId);
  const client = { ...pickMergeDetails(row), name: row.name ?? "", phoneNumber };
  return campaign ? fillFields(campaign.message, client) : undefined;
}
