import type { App } from "#src/app.ts";
import { isSame, sign } from "#src/platform/secrets/signatures.ts";
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

const NAME = "call-pass";

/**
 * Returns the token that the TwiML of a call carries and that comes back in the setup frame. Twilio signs
 * the handshakes of all calls alike, so its signature proves the sender but not the call.
 */
export function callToken(app: App, callSid: string): string {
  return sign(app, NAME, callSid);
}

export function isCallToken(app: App, callSid: string, token: string): boolean {
  return isSame(token, callToken(app, callSid));
}
