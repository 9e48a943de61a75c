import { inTransaction, whenFree } from "#db/connection.ts";
import { textOf } from "#db/messaging/campaigns.ts";
import { mediaIdsOf } from "#db/messaging/media.ts";
import {
  type DoubtfulText,
  doubtfulTexts,
  isKnownProviderId,
  markUnknown,
  requeue,
} from "#db/messaging/message-outcomes.ts";
import { setPrice } from "#db/messaging/message-receipts.ts";
import type { App } from "#src/app.ts";
import {
  type ProviderMessage,
  ProviderUnreachable,
  type SmsProvider,
} from "#src/platform/providers/sms.ts";
import { carrierOf } from "./outbox.ts";
import { adoptText, applyStatus } from "./receipts.ts";

const BEFORE_CLAIM_MS = 10 * 60_000;
const AT_A_TIME = 50;
const LISTED = 1_000;

/**
 * Texts in doubt are never sent again blind. After a quiet minute the provider is asked what it has
 * for the number: our text, then it is adopted; nothing that we do not know, then the text waits
 * again; anything else cannot be decided, and staff are told.
 */
export async function settleDoubtful(app: App): Promise<void> {
  const provider = await carrierOf(app);
  if (!provider) return;
  const quietSince = app.now() - app.config.settleSeconds * 1000;
  try {
    for (const text of doubtfulTexts(app.db, quietSince, AT_A_TIME))
      await settle(app, provider, text);
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error;
    app.log("warn", "the provider could not be asked about texts in doubt", {
      reason: error.message,
    });
  }
}

async function settle(app: App, provider: SmsProvider, text: DoubtfulText): Promise<void> {
  const listed = await provider.list({
    to: text.phone,
    since: text.claimedAt - BEFORE_CLAIM_MS,
    limit: LISTED,
  });
  await whenFree(() => inTransaction(app.db, () => decide(app, text, listed)));
}

function decide(app: App, text: DoubtfulText, listed: readonly ProviderMessage[]): void {
  const candidates = listed.filter(
    (message) => message.direction === "outbound" && !isKnownProviderId(app.db, message.providerId),
  );
  const body = text.body ?? bodyOfVersion(app, text);
  const ours = findOurs(candidates, body, mediaIdsOf(app.db, text.id).length);

  if (ours) adopt(app, text, ours);
  else if (candidates.length === 0) requeue(app.db, text.id, app.now());
  else
    markUnknown(
      app.db,
      text.id,
      "The provider has another text for this number from the same time",
    );
  app.events.changed(text.campaignId === null ? "conversations" : "campaigns");
  app.events.changed("messages");
}

/**
 * A trial account's texts begin with Twilio's own words, so ours is the end of them. Pictures
 * without words look like each other: ours is the only one with as many, and nothing said with it.
 */
function findOurs(
  candidates: readonly ProviderMessage[],
  body: string | undefined,
  pictures: number,
): ProviderMessage | undefined {
  if (body)
    return candidates.find(
      (message) => message.body.endsWith(body) && message.mediaCount === pictures,
    );
  const [only] = candidates;
  const isOurs =
    pictures > 0 &&
    candidates.length === 1 &&
    only?.body.trim() === "" &&
    only.mediaCount === pictures;
  return isOurs ? only : undefined;
}

function adopt(app: App, text: DoubtfulText, message: ProviderMessage): void {
  if (!adoptText(app, text, message.providerId)) return;
  if (message.price !== null) setPrice(app.db, text.id, message.price);
  applyStatus(app, text, message.status, message.errorCode);
}

function bodyOfVersion(app: App, { campaignId, textVersion }: DoubtfulText): string | undefined {
  return campaignId === null || textVersion === null
    ? undefined
    : textOf(app.db, campaignId, textVersion);
}
