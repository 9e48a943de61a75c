import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import type { App } from "#src/app.ts";

const DAY_SECONDS = 24 * 60 * 60;
export const SESSION_SECONDS = 7 * DAY_SECONDS;

export function sessionOf(c: Context, app: App): string | undefined {
  return getCookie(c, cookieName(app));
}

export function setSessionCookie(app: App, answer: Headers, value: string): void {
  answer.append("set-cookie", cookie(app, value, SESSION_SECONDS));
}

export function clearSessionCookie(app: App, answer: Headers): void {
  answer.append("set-cookie", cookie(app, "", 0));
}

function cookie(app: App, value: string, maxAge: number): string {
  const attributes = `Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure(app) ? "; Secure" : ""}`;
  return `${cookieName(app)}=${value}; ${attributes}`;
}

/** `__Host-` makes browsers refuse the cookie from a sibling domain or over plain HTTP. */
function cookieName(app: App): string {
  return secure(app) ? "__Host-parlor" : "parlor";
}

function secure(app: App): boolean {
  return app.config.publicUrl?.startsWith("https:") ?? false;
}
