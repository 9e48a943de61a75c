import type { Context } from "hono";
import type { App } from "#src/app.ts";
import { isSigned, sign } from "#src/platform/secrets/signatures.ts";
import { readCookie, writeCookie } from "./cookies.ts";

/** Ties checkouts to the browser that opened them, so that its success page works nowhere else. */
const NAME = "parlor-checkout";
const HASH_NAME = "checkout";
/** Two days: Stripe keeps a checkout open for one, and the client may return a day later. */
const MAX_AGE_SECONDS = 2 * 24 * 60 * 60;
/** A client may have several sign-ups open; the oldest is dropped. */
const MAX_CHECKOUTS = 5;

export function checkoutsOf(c: Context, app: App): string | undefined {
  return readCookie(c, app, NAME);
}

/** Adds a checkout to those of the browser. */
export function addCheckoutCookie(
  app: App,
  answer: Headers,
  checkouts: string | undefined,
  sessionId: string,
): void {
  const seal = sign(app, HASH_NAME, sessionId);
  const others = parseSeals(checkouts).filter((one) => one !== seal);
  const value = [...others, seal].slice(-MAX_CHECKOUTS).join(".");
  writeCookie(app, answer, { name: NAME, value, seconds: MAX_AGE_SECONDS });
}

/** Returns whether this browser opened the checkout. */
export function hasCheckout(app: App, checkouts: string | undefined, sessionId: string): boolean {
  return parseSeals(checkouts).some((seal) => isSigned(app, HASH_NAME, sessionId, seal));
}

function parseSeals(checkouts = ""): string[] {
  return checkouts.split(".").filter((seal) => seal !== "");
}
