import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import type { App } from "#src/app.ts";

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
