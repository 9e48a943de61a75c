import type { Context, Next } from "hono";
import type { App } from "#src/app.ts";
import { Problem } from "#src/shared/problem.ts";

const SAFE = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Unsafe methods from a browser must come from our own pages. A caller that sends neither Origin
 * nor Sec-Fetch-Site is no browser; it holds no cookie that somebody else could ride on.
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
  const agreeing = site === undefined || site === "same-origin" || site === "none";
  if (!agreeing || (origin !== undefined && !isOurs(c, app, origin)))
    throw new Problem(403, "This request came from another site.");
}

function isOurs(c: Context, app: App, origin: string): boolean {
  if (app.config.publicUrl) return origin === new URL(app.config.publicUrl).origin;
  return URL.canParse(origin) && new URL(origin).host === c.req.header("host");
}
