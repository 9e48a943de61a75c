import type { App } from "#src/app.ts";
import { webhookBaseUrl } from "#src/platform/settings/settings.ts";

/** The paths that Twilio requests during a call. */
export const VOICE_PATHS = {
  incoming: "/api/voice/incoming",
  status: "/api/voice/status",
  relay: "/api/voice/relay",
  /** Requested when the relay ends. */
  after: "/api/voice/after",
  afterDial: "/api/voice/after-dial",
  message: "/api/voice/message",
  gather: "/api/voice/gather",
  audio: "/api/voice/audio",
} as const;

/** @throws Error without a base URL, which the verified signature of the request already requires */
export function voiceUrl(app: App, path: string): string {
  const base = webhookBaseUrl(app);
  if (base === undefined) throw new Error("no webhook base URL is set");
  return `${base}${path}`;
}

/** Returns the WebSocket URL of the relay, over which Twilio signs the handshake. */
export function relayUrl(app: App): string {
  return voiceUrl(app, VOICE_PATHS.relay).replace(/^http/, "ws");
}
