import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import type { App } from "#src/app.ts";
import { isSigned, sign } from "#src/platform/secrets/signatures.ts";

export function readCookie(c: Context, app: App, name: string): string | undefined {
  return getCookie(c, fullName(app, name));
}

/** Writes a cookie that scripts and other sites can't use, nor sibling domains over HTTPS. */
export function writeCookie(
  app: App,
  answer: Headers,
  { name, value, seconds }: { name: string; value: string; seconds: number },
): void {
  const attributes = `Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isHttps(app) ? "; Secure" : ""}`;
  answer.append("set-cookie", `${fullName(app, name)}=${value}; ${attributes}`);
}

/** `__Host-` makes browsers refuse the cookie from a sibling domain or over plain HTTP. */
function fullName(app: App, name: string): string {
  return isHttps(app) ? `__Host-${name}` : name;
}

function isHttps(app: App): boolean {
  return app.config.publicUrl?.startsWith("https:") ?? false;
}

/** Ties checkouts to the browser that opened them, so that its success page works nowhere else. */
const CHECKOUTS = "parlor-checkout";
const CHECKOUT_SEAL = "checkout";
/** Two days: Stripe keeps a checkout open for one, and the client may return a day later. */
const CHECKOUT_SECONDS = 2 * 24 * 60 * 60;
/** A client may have several sign-ups open; the oldest is dropped. */
const MAX_CHECKOUTS = 5;

export function checkoutsOf(c: Context, app: App): string | undefined {
  return readCookie(c, app, CHECKOUTS);
}

export function addCheckoutCookie(
  app: App,
  answer: Headers,
  checkouts: string | undefined,
  sessionId: string,
): void {
  const seal = sign(app, CHECKOUT_SEAL, sessionId);
  const others = sealsOf(checkouts).filter((one) => one !== seal);
  const value = [...others, seal].slice(-MAX_CHECKOUTS).join(".");
  writeCookie(app, answer, { name: CHECKOUTS, value, seconds: CHECKOUT_SECONDS });
}

/** Returns whether this browser opened the checkout. */
export function hasCheckout(app: App, checkouts: string | undefined, sessionId: string): boolean {
  return sealsOf(checkouts).some((seal) => isSigned(app, CHECKOUT_SEAL, sessionId, seal));
}

function sealsOf(checkouts = ""): string[] {
  return checkouts.split(".").filter((seal) => seal !== "");
}

/** Ties a verified code to the browser that verified it. */
const PROOF = "parlor-proof";

export function proofOf(c: Context, app: App): string | undefined {
  return readCookie(c, app, PROOF);
}

export function setProofCookie(app: App, answer: Headers, value: string, seconds: number): void {
  writeCookie(app, answer, { name: PROOF, value, seconds });
}

const SESSION = "parlor";
const DAY_SECONDS = 24 * 60 * 60;
export const SESSION_SECONDS = 7 * DAY_SECONDS;

export function sessionOf(c: Context, app: App): string | undefined {
  return readCookie(c, app, SESSION);
}

export function setSessionCookie(app: App, answer: Headers, value: string): void {
  writeCookie(app, answer, { name: SESSION, value, seconds: SESSION_SECONDS });
}

export function clearSessionCookie(app: App, answer: Headers): void {
  writeCookie(app, answer, { name: SESSION, value: "", seconds: 0 });
}

/** Only this hash of a session's id is stored, so a stolen database opens no session. */
export function hashOfSession(id: string): Uint8Array {
  return new Bun.CryptoHasher("sha256").update(id).digest();
}

const DEVICES = "parlor-device";
const MAX_DEVICE_USERS = 5;
/** 400 days, the longest that browsers keep a cookie. */
const DEVICE_SECONDS = 400 * 24 * 60 * 60;
const DEVICE_BYTES = 12;

/** The cookie that says which users have signed in with this browser. */
export function devicesOf(c: Context, app: App): string | undefined {
  return readCookie(c, app, DEVICES);
}

/** Returns the id of this browser for the user, or undefined when the user has never signed in with it. */
export function findDevice(
  app: App,
  cookie: string | undefined,
  userId: string,
): string | undefined {
  return deviceEntriesOf(cookie)
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
  const id = findDevice(app, cookie, userId) ?? randomBytes(DEVICE_BYTES).toString("base64url");
  const signature = sign(app, "device", `${userId} ${id}`);
  const others = deviceEntriesOf(cookie).filter((entry) => entry.userId !== userId);
  const value = [{ userId, id, signature }, ...others]
    .slice(0, MAX_DEVICE_USERS)
    .map((entry) => `${entry.userId}~${entry.id}~${entry.signature}`)
    .join(".");
  writeCookie(app, answer, { name: DEVICES, value, seconds: DEVICE_SECONDS });
}

function deviceEntriesOf(cookie = "") {
  return cookie.split(".").flatMap((entry) => {
    const [userId, id, signature] = entry.split("~");
    return userId && id && signature ? [{ userId, id, signature }] : [];
  });
}
