import type { Context, Next } from "hono";
import type { App } from "#src/app.ts";
import { Problem } from "#src/shared/problem.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Requires that unsafe requests of a browser come from our own pages. A client that sends neither
 * Origin nor Sec-Fetch-Site is not a browser, so no other site can use its cookies.
 */
export function sameOrigin(app: App) {
  return async (c: Context, next: Next): Promise<void> => {
    if (!SAFE.has(c.req.method)) requireOwnOrigin(c, app);
    await next();
  };
}

function requireOwnOrigin(c: Context, app: App): void {
  const origin = c.req.header("origin");
  const site = c.req.header("sec-fetch-site");
  const isSameSite = site === undefined || site === "same-origin" || site === "none";
  if (!isSameSite || (origin !== undefined && !isOurs(c, app, origin)))
    throw new Problem(403, "This request came from another site.");
}

function isOurs(c: Context, app: App, origin: string): boolean {
  if (app.config.publicUrl) return origin === new URL(app.config.publicUrl).origin;
  return URL.canParse(origin) && new URL(origin).host === c.req.header("host");
}
