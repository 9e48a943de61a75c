import { whenFree } from "#db/connection.ts";
import { lastTalkAt } from "#db/messaging/messages-thread.ts";
import { readState, writeState } from "#db/state.ts";
import type { App } from "#src/app.ts";
import { carrierOf } from "#src/messaging/outbox/outbox.ts";
import {
  type ProviderMessage,
  ProviderUnreachable,
  type SmsProvider,
} from "#src/platform/providers/sms.ts";
import { hasMissedTexts, noteNothingMissed } from "#src/platform/sending-state.ts";
import { receiveText } from "./inbound.ts";

const STATE = "inbound-watched-until";
const OVERLAP_MS = 10 * 60_000;
const MOST = 10_000;

/**
 * Texts that came while the server was down: Twilio retries a failed webhook for 15 seconds only.
 * Runs before the sender starts, so that a STOP is obeyed before anything is sent.
 * @throws ProviderUnreachable when the provider cannot be asked
 */
export async function catchUpInbound(app: App): Promise<number> {
  const provider = await carrierOf(app);
  const from = readState<number>(app.db, STATE) ?? lastTalkAt(app.db);
  let missed = 0;
  if (provider && from !== undefined) {
    const listed = await provider.list({
      to: provider.from,
      since: from - OVERLAP_MS,
      limit: MOST,
    });
    const inbound = listed.filter((message) => message.direction === "inbound").toReversed();
    for (const message of inbound) {
      const media = await namedMedia(provider, message);
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
  noteNothingMissed(app);
  noteWatching(app);
  return missed;
}

/** After a full disk: what clients wrote meanwhile, before anything is sent. */
export async function fetchMissedTexts(app: App): Promise<void> {
  if (!hasMissedTexts(app)) return;
  try {
    const missed = await catchUpInbound(app);
    app.log("info", "texts that came while the disk was full", { missed });
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error;
    app.log("warn", "missed texts cannot be fetched", { reason: error.message });
  }
}

/** A picture that cannot be named must not keep the STOPs after it waiting. */
async function namedMedia(
  provider: SmsProvider,
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

/** Up to now nothing was missed; the next start asks from here. */
export function noteWatching(app: App): void {
  if (hasMissedTexts(app)) return;
  writeState(app.db, STATE, app.now());
}
