import type { Context } from "hono";
import type { App } from "#src/app.ts";
import { readCookie, writeCookie } from "./cookies.ts";

const NAME = "parlor";
const DAY_SECONDS = 24 * 60 * 60;
export const SESSION_SECONDS = 7 * DAY_SECONDS;

export function sessionOf(c: Context, app: App): string | undefined {
  return readCookie(c, app, NAME);
}

export function setSessionCookie(app: App, answer: Headers, value: string): void {
  writeCookie(app, answer, { name: NAME, value, seconds: SESSION_SECONDS });
}

export function clearSessionCookie(app: App, answer: Headers): void {
  writeCookie(app, answer, { name: NAME, value: "", seconds: 0 });
}

/** Only this hash of a session's id is stored, so a stolen database opens no session. */
export function hashOfSession(id: string): Uint8Array {
  return new Bun.CryptoHasher("sha256").update(id).digest();
}
