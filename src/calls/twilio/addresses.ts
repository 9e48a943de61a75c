import type { App } from "#src/app.ts";
import { webhookBaseUrl } from "#src/platform/settings/settings.ts";

/** Where Twilio finds us in a call. */
export const VOICE = {
  incoming: "/api/voice/incoming",
  status: "/api/voice/status",
  relay: "/api/voice/relay",
  /** What comes after the assistant. */
  after: "/api/voice/after",
  afterDial: "/api/voice/after-dial",
  message: "/api/voice/message",
  gather: "/api/voice/gather",
  audio: "/api/voice/audio",
} as const;

/** @throws Error: who asks was let in by a signature over this very base */
export function addressOf(app: App, path: string): string {
  const base = webhookBaseUrl(app);
  if (base === undefined) throw new Error("a call came in without an address to answer from");
  return `${base}${path}`;
}

/** As Twilio signs the handshake: the address that our TwiML named. */
export function relayAddress(app: App): string {
  return addressOf(app, VOICE.relay).replace(/^http/, "ws");
}
