import { whenFree, writeWhenFree } from "#db/connection.ts";
import { campaignTextOf } from "#db/messaging/campaign-texts.ts";
import { mediaIdsOf } from "#db/messaging/media.ts";
import * as store from "#db/messaging/message-outcomes.ts";
import { setPrice } from "#db/messaging/message-receipts.ts";
import type { App } from "#src/app.ts";
import {
  type Carrier,
  type ProviderMessage,
  ProviderUnreachable,
} from "#src/platform/providers/carrier.ts";
import { recordReach } from "#src/platform/reachability.ts";
import { HOUR_MS, MINUTE_MS } from "#src/shared/durations.ts";
import { carrierOf } from "./outbox.ts";
import { adoptText, applyStatus } from "./receipts.ts";

const BEFORE_CLAIM_MS = 10 * MINUTE_MS;
/** A clock set wrongly by a time zone is at most 26 hours ahead; then the provider has our text before its claim. */
const WRONG_CLOCK_MS = 26 * HOUR_MS;
const BATCH_SIZE = 50;
/** Requests to the provider at the same time: after an outage thousands of texts can be in doubt. */
const AT_ONCE = 8;
const LIST_LIMIT = 1_000;

/**
 * Resolves texts in doubt without sending any of them twice. After `settleSeconds` the provider's
 * messages to the number are listed. If ours is among them, the row adopts it. If all of them are
 * known, the text goes back to the queue. Otherwise the outcome is unknown, and staff decide.
 */
export async function reconcileTextsInDoubt(app: App): Promise<void> {
  const provider = await carrierOf(app);
  if (!provider) return;
  await whenFree(() => store.correctFutureClaims(app.db, app.now()));
  const quietSince = app.now() - app.config.settleSeconds * 1000;
  const asked = new Set<number>();
  const nextBatch = () =>
    store.textsInDoubt(app.db, quietSince, BATCH_SIZE).filter(({ id }) => !asked.has(id));
  try {
    for (let batch = nextBatch(); batch.length > 0; batch = nextBatch()) {
      for (const { id } of batch) asked.add(id);
      await reconcileBatch(app, provider, batch);
    }
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error;
    recordReach(app, "carrier", false);
    app.log("warn", "couldn't ask the provider about texts in doubt", {
      reason: error.message,
    });
  }
}

async function reconcileBatch(
  app: App,
  provider: Carrier,
  batch: readonly store.TextInDoubt[],
): Promise<void> {
  const waiting = [...batch];
  const work = async () => {
    for (let text = waiting.shift(); text; text = waiting.shift())
      await reconcile(app, provider, text);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

async function reconcile(app: App, provider: Carrier, text: store.TextInDoubt): Promise<void> {
  const listed = await provider.list({
    to: text.phone,
    since: text.claimedAt - WRONG_CLOCK_MS,
    limit: LIST_LIMIT,
  });
  recordReach(app, "carrier", true);
  await writeWhenFree(app.db, () => resolve(app, text, listed));
}

function resolve(app: App, text: store.TextInDoubt, listed: readonly ProviderMessage[]): void {
  const candidates = listed.filter(
    (message) =>
      message.direction === "outbound" && !store.isKnownProviderId(app.db, message.providerId),
  );
  const body = text.body ?? bodyOfVersion(app, text);
  const ours = findOurMessage(candidates, body, mediaIdsOf(app.db, text.id).length);

  const isNear = ({ createdAt }: ProviderMessage) => createdAt >= text.claimedAt - BEFORE_CLAIM_MS;
  if (ours) adoptMessage(app, text, ours);
  else if (!candidates.some(isNear)) store.requeue(app.db, text.id, app.now());
  else
    store.markUnknown(
      app.db,
      text.id,
      "The provider has another text for this number from the same time",
    );
  app.events.changed(text.campaignId === null ? "conversations" : "campaigns");
  app.events.changed("messages");
}

/**
 * A trial account's messages begin with Twilio's notice, so the end of the body is compared. Picture
 * messages without text can't be told apart: ours is recognized only if it is the only message, has
 * no text and has as many pictures.
 */
function findOurMessage(
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

function adoptMessage(app: App, text: store.TextInDoubt, message: ProviderMessage): void {
  if (!adoptText(app, text, message.providerId)) return;
  if (message.price !== null) setPrice(app.db, text.id, message.price);
  applyStatus(app, text, message.status, message.errorCode);
}

function bodyOfVersion(
  app: App,
  { campaignId, textVersion }: store.TextInDoubt,
): string | undefined {
  return campaignId === null || textVersion === null
    ? undefined
    : campaignTextOf(app.db, campaignId, textVersion);
}
