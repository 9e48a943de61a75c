import type { Context, Next } from "hono";
import type { App } from "#src/app.ts";
import { membershipDomain } from "#src/platform/settings/settings.ts";
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
  if (!isSameSite || (origin !== undefined && !isOurs(c, app, origin))) {
    app.log("warn", "refused a request from another site; is PARLOR_PUBLIC_URL right?", {
      origin,
      host: c.req.header("host"),
      publicUrl: app.config.publicUrl,
    });
    throw new Problem(403, "This request came from another site.");
  }
}

function isOurs(c: Context, app: App, origin: string): boolean {
  const host = c.req.header("host");
  if (app.config.publicUrl && !isMembershipHost(app, host))
    return origin === new URL(app.config.publicUrl).origin;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/**
 * Whether the host of a request is the members' domain, which serves only client pages. A domain that
 * is also the staff's address serves everything.
 */
export function isMembershipHost(app: App, host: string | undefined): boolean {
  const domain = membershipDomain(app);
  if (domain === undefined || host === undefined) return false;
  const { publicUrl } = app.config;
  if (publicUrl && new URL(publicUrl).hostname === domain) return false;
  // "members.example.com." and "members.example.com:" are the same host.
  return host.replace(/\.?(?::\d*)?$/, "").toLowerCase() === domain;
}
