import type { App } from "#src/app.ts";
import { mediaAddresses } from "#src/messaging/media/media.ts";
import type { Carrier, SendOutcome } from "#src/platform/providers/carrier.ts";
import { getSettings, webhookBaseUrl } from "#src/platform/settings/settings.ts";
import type { ClaimedText } from "./claimed-text.ts";
import { carrierOf } from "./outbox.ts";
import { secondsUntilQuiet } from "./quiet-hours.ts";

export interface Connection {
  readonly carrier: Carrier;
  /** The address to which the carrier sends receipts; undefined without a public address. */
  readonly receipts: string | undefined;
}

/** A code that arrives later is void. */
const CODE_SECONDS = 600;
const NO_ADDRESS =
  "The carrier couldn't fetch the picture because this server has no public address";

/** The connection to the carrier that sends texts; undefined while texting is not set up. */
export async function connect(app: App): Promise<Connection | undefined> {
  const carrier = await carrierOf(app);
  const base = webhookBaseUrl(app);
  return carrier && { carrier, receipts: base && `${base}/api/twilio/status-callback` };
}

/** Hands a text to the carrier. */
export async function submit(
  app: App,
  { carrier, receipts }: Connection,
  { id, purpose, phone, body, mediaIds }: ClaimedText,
): Promise<SendOutcome> {
  const validSeconds =
    purpose === "code"
      ? CODE_SECONDS
      : app.providers.carrier.reachesPhones
        ? secondsUntilQuiet(getSettings(app), { purpose, phone }, app.now())
        : undefined;
  if (validSeconds === 0)
    return { kind: "busy", pauseMs: 0, reason: "Quiet hours began before it could be sent" };
  const mediaUrls = mediaAddresses(app, mediaIds);
  if (!mediaUrls) return { kind: "refused", code: null, reason: NO_ADDRESS };
  // The address contains the row's id, which the signature covers. It connects an early receipt with its row.
  const statusCallback = receipts && `${receipts}?rid=${id}`;
  return carrier.send({ to: phone, body, mediaUrls, statusCallback, validSeconds });
}
