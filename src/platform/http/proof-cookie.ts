import type { Context } from "hono";
import type { App } from "#src/app.ts";
import { readCookie, writeCookie } from "./cookies.ts";

/** Ties a verified code to the browser that verified it. */
const NAME = "parlor-proof";

export function proofOf(c: Context, app: App): string | undefined {
  return readCookie(c, app, NAME);
}

export function setProofCookie(app: App, answer: Headers, value: string, seconds: number): void {
  writeCookie(app, answer, { name: NAME, value, seconds });
}
