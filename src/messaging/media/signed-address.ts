import type { App } from "#src/app.ts";
import { isSame, sign } from "#src/platform/secrets/signatures.ts";

/** A provider normally fetches within seconds; the hours allow for an outage. */
const VALID_SECONDS = 6 * 3600;
const KEY_NAME = "media-address";

/** A token that opens one stored file for `VALID_SECONDS`. */
export function createMediaToken(app: App, id: number): string {
  const payload = `${id}.${Math.floor(app.now() / 1000) + VALID_SECONDS}`;
  return `${payload}.${sign(app, KEY_NAME, payload)}`;
}

/** The id of the file that a token opens; undefined when the token is invalid or expired. */
export function verifyMediaToken(app: App, token: string): number | undefined {
  const [, payload = "", id, until, signature = ""] =
    /^((\d{1,15})\.(\d{1,12}))\.([\w-]{43})$/.exec(token) ?? [];
  const valid = isSame(signature, sign(app, KEY_NAME, payload));
  return valid && Number(until) * 1000 > app.now() ? Number(id) : undefined;
}
