import { timingSafeEqual } from "node:crypto";
import type { App } from "#src/app.ts";

const NAME = "call-pass";

/**
 * Goes out with the TwiML of one call and comes back in its socket's first frame. Twilio's signature of a
 * handshake is the same for every call, so it says who connects, but not for which call.
 */
export function passFor(app: App, callSid: string): string {
  return Buffer.from(app.secrets.keyedHash(NAME, callSid)).toString("base64url");
}

export function isPassFor(app: App, callSid: string, given: string): boolean {
  const expected = Buffer.from(passFor(app, callSid));
  const said = Buffer.from(given);
  return said.length === expected.length && timingSafeEqual(said, expected);
}
