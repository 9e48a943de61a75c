import { whenFree } from "#db/connection.ts";
import { lastConversationAt } from "#db/messaging/messages-thread.ts";
import { readState, writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";
import { canSend, carrierOf } from "#src/messaging/outbox/outbox.ts";
import {
  type Carrier,
  type ProviderMessage,
  ProviderUnreachable,
} from "#src/platform/providers/carrier.ts";
import {
  clearMissedTexts,
  hasMissedTexts,
  isRestored,
  recordMissedText,
} from "#src/platform/sending-state.ts";
import { HOUR_MS, MINUTE_MS } from "#src/shared/durations.ts";
import { receiveText } from "./inbound.ts";

const STATE_KEY = "inbound-watched-until";
const OVERLAP_MS = 10 * MINUTE_MS;
/** A clock set wrongly by a time zone is at most 26 hours ahead. */
const WRONG_CLOCK_MS = 26 * HOUR_MS;
const MAX_MESSAGES = 10_000;

/**
 * Fetches texts that arrived while the server was down, because Twilio retries a failed webhook for
 * only 15 seconds. Runs before the sender starts, so that a STOP takes effect before anything is
 * sent. With an account that can't be used yet, they are fetched as soon as it can; without one, none was missed. Returns
 * how many texts were new.
 * @throws ProviderUnreachable when the provider cannot be queried
 */
export async function catchUpInbound(app: App): Promise<number> {
  const provider = await carrierOf(app);
  if (!provider && app.providers.carrier.hasAccount(app)) {
    await whenFree(() => recordMissedText(app));
    return 0;
  }
  const from = readState<number>(app.db, STATE_KEY) ?? lastConversationAt(app.db);
  let missed = 0;
  if (provider && from !== undefined) {
    const listed = await provider.list({
      to: provider.from,
      since: from > app.now() ? app.now() - WRONG_CLOCK_MS : from - OVERLAP_MS,
      limit: MAX_MESSAGES,
    });
    const inbound = listed
      .filter((message) => message.direction === "inbound" && message.from !== "")
      .toReversed();
    for (const message of inbound) {
      const media = await listMediaSources(provider, message);
      const isNew = await whenFree(() =>
        receiveText(app, {
          providerId: message.providerId,
          from: message.from,
          body: message.body,
          at: message.createdAt,
          carrierAnswered: false,
          media,
        }),
      );
      missed += Number(isNew);
    }
  }
  await whenFree(() => {
    clearMissedTexts(app);
    watching.add(app);
    saveWatch(app);
  });
  return missed;
}

/** Fetches texts that could not be saved or received, before anything is sent. */
export async function fetchMissedTexts(app: App): Promise<void> {
  if (hasMissedTexts(app)) await tryToCatchUp(app);
}

async function tryToCatchUp(app: App): Promise<void> {
  if (!canSend(app)) return;
  try {
    const missed = await catchUpInbound(app);
    app.log("info", "fetched missed texts", { missed });
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error;
    app.log("warn", "couldn't fetch missed texts", { reason: error.message });
  }
}

/** Media that can't be listed must not delay a STOP that came after it. */
async function listMediaSources(
  provider: Carrier,
  { providerId, mediaCount }: ProviderMessage,
): Promise<(string | null)[]> {
  if (mediaCount === 0) return [];
  try {
    return await provider.mediaOf(providerId);
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error;
    return Array.from({ length: mediaCount }, () => null);
  }
}

/** Servers that have fetched what arrived before they started, and have refused no text since. */
const watching = new WeakSet<App>();

/**
 * Records that no text was missed until now. The next catch-up begins here. Texts that were refused are fetched first, once
 * a minute at most. Does nothing while the provider can't be queried, because these and the texts from before the start are
 * still missing.
 */
export async function saveWatchedUntil(app: App): Promise<void> {
  if (!watching.has(app)) await tryToCatchUp(app);
  saveWatch(app);
}

function saveWatch(app: App): void {
  if (!watching.has(app) || hasMissedTexts(app) || isRestored(app)) return;
  writeState(app.db, STATE_KEY, app.now());
}

/** Records that a text was refused. It may be a client's: the saved auth token or webhook address may be wrong. */
export function recordRefusedText(app: App): void {
  const { carrier } = app.providers;
  if (!carrier.hasAccount(app)) return;
  watching.delete(app);
  if (!carrier.isReady(app)) recordMissedText(app);
}
