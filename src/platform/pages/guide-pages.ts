import type { Context, Hono } from "hono";
import type { App } from "#src/app.ts";
import { findGuidePage } from "#src/platform/guide/guide.ts";
import { callerOf } from "#src/platform/http/caller.ts";
import { sessionOf } from "#src/platform/http/cookies.ts";
import { findSignedInStaff } from "#src/platform/http/sessions.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import type { Manifest } from "./assets.ts";
import {
  articleView,
  contentsView,
  type GuideView,
  MAX_TYPED,
  missingView,
  renderGuideDocument,
  resultsView,
} from "./guide-document.ts";
import { guidePageFor } from "./guide-places.ts";

const NONCE_BYTES = 16;

/**
 * Mounts the owner's guide at /guide, for the staff, or for everyone if the owner wants that. /guide/for/PATH leads to
 * the page about a screen.
 */
export function mountGuide(hono: Hono, app: App, manifest: Manifest): void {
  const mount = (path: string, answer: (c: Context) => Promise<Response> | Response) =>
    hono.get(path, (c) => (mayRead(c, app) ? answer(c) : c.redirect("/auth", 302)));
  mount("/guide", (c) => {
    const typed = (c.req.query("q") ?? "").trim().slice(0, MAX_TYPED);
    return reply(c, manifest, typed === "" ? contentsView() : resultsView(typed));
  });
  mount("/guide/for/*", (c) =>
    c.redirect(guidePageFor(c.req.path.slice("/guide/for".length)), 302),
  );
  mount("/guide/:slug", (c) => {
    const page = findGuidePage(c.req.param("slug") ?? "");
    return page ? reply(c, manifest, articleView(page)) : reply(c, manifest, missingView(), 404);
  });
}

function mayRead(c: Context, app: App): boolean {
  if (getSettings(app).guidePublic) return true;
  const user = findSignedInStaff(app, sessionOf(c, app), callerOf(c, app), new Headers());
  return user !== undefined && !user.needsSecondFactor;
}

async function reply(
  c: Context,
  { css, fonts }: Manifest,
  view: GuideView,
  status: 200 | 404 = 200,
) {
  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(NONCE_BYTES))).toString("base64");
  const options = { styles: `/assets/${css}`, fonts, nonce, isServed: true };
  return c.html(await renderGuideDocument(view, options), status, {
    "cache-control": "no-store",
    "content-security-policy": contentSecurityPolicy(nonce),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
  });
}

function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "img-src 'self'",
    "font-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
