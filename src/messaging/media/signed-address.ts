import { timingSafeEqual } from "node:crypto";
import type { App } from "#src/app.ts";

/** A provider normally fetches within seconds; the hours allow for an outage. */
const VALID_SECONDS = 6 * 3600;
const KEY_NAME = "media-address";

/** A token that opens one stored file for `VALID_SECONDS`. */
export function createMediaToken(app: App, id: number): string {
  const payload = `${id}.${Math.floor(app.now() / 1000) + VALID_SECONDS}`;
  return `${payload}.${signatureOf(app, payload)}`;
}

/** The id of the file that a token opens; undefined when the token is invalid or expired. */
export function verifyMediaToken(app: App, token: string): number | undefined {
  const [, payload = "", id, until, signature = ""] =
    /^((\d{1,15})\.(\d{1,12}))\.([\w-]{43})$/.exec(token) ?? [];
  // Compared as text, because the last base64url character has unused bits: two strings decode to the same bytes.
  const given = Buffer.from(signature);
  const expected = Buffer.from(signatureOf(app, payload));
  const valid = given.length === expected.length && timingSafeEqual(given, expected);
  return valid && Number(until) * 1000 > app.now() ? Number(id) : undefined;
}

function signatureOf(app: App, payload: string): string {
  return Buffer.from(app.secrets.keyedHash(KEY_NAME, payload)).toString("base64url");
}
