import { findByProviderId, setPrice } from "#db/messaging/message-receipts.ts";
import { readState, writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";
import { inSlices } from "#src/platform/jobs/slices.ts";
import { type ProviderMessage, ProviderUnreachable } from "#src/platform/providers/carrier.ts";
import { DAY_MS } from "#src/shared/durations.ts";
import { carrierOf } from "./outbox.ts";
import { applyStatus } from "./receipts.ts";

const STATE_KEY = "priced-until";
/** After two days without a price, a text is no longer expected to get one. */
const MAX_AGE_MS = 2 * DAY_MS;
const MAX_MESSAGES = 2_000_000;
const SLICE = 200;

/**
 * Fetches the prices of sent texts, which the provider sets up to a day later. The statuses that come
 * with them replace lost receipts.
 */
export async function fetchPrices(app: App): Promise<void> {
  const provider = await carrierOf(app);
  if (!provider) return;
  const now = app.now();
  const since = readState<number>(app.db, STATE_KEY) ?? now - DAY_MS;
  let oldestUnpriced = now;
  try {
    for await (const { messages } of provider.pages({ since, limit: MAX_MESSAGES })) {
      const sent = messages.filter((message) => message.direction === "outbound");
      await inSlices(app, { from: 0 }, ({ from }) => {
        recordPrices(app, sent.slice(from, from + SLICE));
        return { from: from + SLICE, done: from + SLICE >= sent.length };
      });
      for (const { price, createdAt } of sent)
        if (price === null) oldestUnpriced = Math.min(oldestUnpriced, createdAt);
    }
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error;
    app.log("warn", "couldn't fetch prices from the provider", { reason: error.message });
    return;
  }
  writeState(app.db, STATE_KEY, Math.max(oldestUnpriced, now - MAX_AGE_MS));
  app.events.changed("campaigns");
}

function recordPrices(app: App, messages: readonly ProviderMessage[]): void {
  for (const message of messages) {
    const text = findByProviderId(app.db, message.providerId);
    if (!text) continue;
    if (message.price !== null) setPrice(app.db, text.id, message.price);
    applyStatus(app, text, message.status, message.errorCode);
  }
}
