import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import type { App } from "#src/app.ts";
import { readCookie, writeCookie } from "./cookies.ts";

/** Recognizes the browser that asked for a code, so that strangers' wrong codes don't lock it out. */
const NAME = "parlor-browser";
const SECONDS = 24 * 60 * 60;

export function browserOf(c: Context, app: App): string | undefined {
  const value = readCookie(c, app, NAME);
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : undefined;
}

export function setBrowser(app: App, answer: Headers): string {
  const value = randomBytes(32).toString("base64url");
  writeCookie(app, answer, { name: NAME, value, seconds: SECONDS });
  return value;
}
