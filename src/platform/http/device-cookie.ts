import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import type { App } from "#src/app.ts";
import { isSigned, sign } from "#src/platform/secrets/signatures.ts";
import { readCookie, writeCookie } from "./cookies.ts";

const NAME = "parlor-device";
const MAX_USERS = 5;
/** The longest that browsers keep a cookie. */
const DAYS_400 = 400 * 24 * 60 * 60;
const ID_BYTES = 12;

/** The cookie that says which users have signed in with this browser. */
export function devicesOf(c: Context, app: App): string | undefined {
  return readCookie(c, app, NAME);
}

/** Returns the id of this browser for the user, or undefined when the user has never signed in with it. */
export function findDevice(
  app: App,
  cookie: string | undefined,
  userId: string,
): string | undefined {
  return entriesOf(cookie)
    .filter((entry) => entry.userId === userId)
    .find(({ id, signature }) => isSigned(app, "device", `${userId} ${id}`, signature))?.id;
}

/** Adds the user to the browser's known ones. */
export function rememberDevice(
  app: App,
  cookie: string | undefined,
  userId: string,
  answer: Headers,
): void {
  const id = findDevice(app, cookie, userId) ?? randomBytes(ID_BYTES).toString("base64url");
  const signature = sign(app, "device", `${userId} ${id}`);
  const others = entriesOf(cookie).filter((entry) => entry.userId !== userId);
  const value = [{ userId, id, signature }, ...others]
    .slice(0, MAX_USERS)
    .map((entry) => `${entry.userId}~${entry.id}~${entry.signature}`)
    .join(".");
  writeCookie(app, answer, { name: NAME, value, seconds: DAYS_400 });
}

function entriesOf(cookie = "") {
  return cookie.split(".").flatMap((entry) => {
    const [userId, id, signature] = entry.split("~");
    return userId && id && signature ? [{ userId, id, signature }] : [];
  });
}
