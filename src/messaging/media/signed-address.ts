import { timingSafeEqual } from "node:crypto";
import type { App } from "#src/app.ts";

/** A provider fetches within seconds; hours are for one that is in trouble. */
const VALID_SECONDS = 6 * 3600;
const NAME = "media-address";

/** Opens one stored file, for hours. */
export function tokenFor(app: App, id: number): string {
  const said = `${id}.${Math.floor(app.now() / 1000) + VALID_SECONDS}`;
  return `${said}.${signatureOf(app, said)}`;
}

/** The file that a token opens; undefined when it was tampered with or is too old. */
export function idOfToken(app: App, token: string): number | undefined {
  const [, said = "", id, until, signed = ""] =
    /^((\d{1,15})\.(\d{1,12}))\.([\w-]{43})$/.exec(token) ?? [];
  // As letters: the last one has bits to spare, and two spellings would be the same bytes.
  const given = Buffer.from(signed);
  const expected = Buffer.from(signatureOf(app, said));
  const valid = given.length === expected.length && timingSafeEqual(given, expected);
  return valid && Number(until) * 1000 > app.now() ? Number(id) : undefined;
}

function signatureOf(app: App, said: string): string {
  return Buffer.from(app.secrets.keyedHash(NAME, said)).toString("base64url");
}
