import { timingSafeEqual } from "node:crypto";
import type { App } from "#src/app.ts";

const NAME = "call-pass";

/**
 * Returns the token that the TwiML of a call carries and that comes back in the setup frame. Twilio signs
 * the handshakes of all calls alike, so its signature proves the sender but not the call.
 */
export function callToken(app: App, callSid: string): string {
  return Buffer.from(app.secrets.keyedHash(NAME, callSid)).toString("base64url");
}

export function isCallToken(app: App, callSid: string, token: string): boolean {
  const expected = Buffer.from(callToken(app, callSid));
  const received = Buffer.from(token);
  return received.length === expected.length && timingSafeEqual(received, expected);
}
