import type { App } from "#src/app.ts";
import { isSame, sign } from "#src/platform/secrets/signatures.ts";

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
