import type { Context, Hono } from "hono";
import { getCookie } from "hono/cookie";
import { withRetries } from "#db/connection.ts";
import type { App, Staff } from "#src/app.ts";
import { BUILD } from "#src/platform/build.ts";
import { callerOf } from "#src/platform/http/caller.ts";
import { sessionOf } from "#src/platform/http/cookies.ts";
import { findSignedInStaff } from "#src/platform/http/sessions.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { zoneOffsets } from "#src/platform/time.ts";
import { CLIENT_HOME } from "#src/shared/client-home.ts";
import { SERVICES_SKIPPED_COOKIE, SET_UP_HIDDEN_COOKIE, SIDEBAR } from "#src/shared/constants.ts";
import { homePage, mayOpen } from "#src/shared/permissions.ts";
import { accessOf, type Manifest, renderPage, type ScreenAccess } from "#ui/entry-server.tsx";
import { assetResponse, formerAssetResponse } from "./assets.ts";
import { mountGuide } from "./mount-guide.ts";
import { readForPage } from "./read-for-page.ts";
import { mountWebApp } from "./web-app.ts";

const NONCE_BYTES = 16;

/** Which screens a site has: all, or only those for the salon's clients. */
export type Site = "all" | "clients";

/** Search engines may list these pages. All others need a sign-in or a personal link. */
const ROBOTS = `User-agent: *
Allow: ${CLIENT_HOME}$
Allow: /book$
Allow: /texts$
Allow: /privacy$
Allow: /terms$
Allow: /assets/
Disallow: /
`;
const PLAIN = {
  "content-type": "text/plain; charset=utf-8",
  "cache-control": "public, max-age=3600",
};

/** Mounts everything except the API: hashed assets, icons, and each screen rendered with its data. */
export function mountPages(hono: Hono, app: App, manifest: Manifest, site: Site): void {
  hono.get("/assets/:name", (c) => {
    const asset = assetResponse(
      manifest,
      c.req.param("name"),
      c.req.header("accept-encoding") ?? "",
    );
    return asset ?? formerAssetResponse(app, c.req.param("name")) ?? c.text("Not found", 404);
  });
  for (const [path, icon] of [
    ["/icon.svg", ICON],
    ["/icon-unread.svg", ICON_UNREAD],
  ] as const)
    hono.get(path, (c) =>
      c.body(icon, 200, {
        "content-type": "image/svg+xml",
        "cache-control": "public, max-age=86400",
      }),
    );
  mountWellKnown(hono, app);
  if (site === "clients") hono.get("/", (c) => c.redirect(CLIENT_HOME, 302));
  else {
    mountWebApp(hono, app);
    mountGuide(hono, app, manifest);
  }
  hono.get("*", (c) => renderScreen(c, app, manifest, site));
}

async function renderScreen(
  c: Context,
  app: App,
  manifest: Manifest,
  site: Site,
): Promise<Response> {
  const { pathname, search } = new URL(c.req.url);
  // Read before the page's data: the page's event stream begins here.
  const lastChange = app.events.latest();
  const cookies = new Headers();
  const user = await withRetries(() =>
    findSignedInStaff(app, sessionOf(c, app), callerOf(c, app), cookies),
  );
  for (const cookie of cookies.getSetCookie()) c.header("set-cookie", cookie, { append: true });
  const screen = accessOf(pathname, site);
  const redirect = redirectFor(pathname, screen, user);
  if (redirect !== undefined) return c.redirect(redirect, 302);

  const status = statusFor(screen, user);
  if (screen.leadsTo && status === 200) return c.redirect(screen.leadsTo + search, 302);

  const nonce = Buffer.from(crypto.getRandomValues(new Uint8Array(NONCE_BYTES))).toString("base64");
  const { html, missing, redirectTo } = await renderPage({
    pathname,
    search,
    nonce,
    manifest,
    build: BUILD,
    lastChange,
    clock: zoneOffsets(app),
    demo: app.config.demo,
    site,
    sidebarOpen: { true: true, false: false }[getCookie(c, SIDEBAR.cookie) ?? ""],
    setUpHidden: getCookie(c, SET_UP_HIDDEN_COOKIE) === "true",
    servicesSkipped: getCookie(c, SERVICES_SKIPPED_COOKIE) === "true",
    read: readForPage(c, app, user),
  });
  if (redirectTo !== undefined) return c.redirect(redirectTo, 302);
  return c.html(html, status === 200 && missing ? 404 : status, {
    "cache-control": "no-store",
    // The development server adds inline scripts to the page.
    ...(manifest.devHead === undefined && {
      "content-security-policy": contentSecurityPolicy(nonce),
    }),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
  });
}

/** A sign-in leads to the dashboard. Users without permission for it are redirected to their first page. */
function redirectFor(
  pathname: string,
  { access, forClients }: ScreenAccess,
  user: Staff | undefined,
): string | undefined {
  if (forClients) return undefined;
  // Nothing opens before two-step sign-in is set up, which happens on the sign-in page.
  if (user?.needsSecondFactor) return pathname === "/auth" ? undefined : "/auth";
  if (access === "missing") return undefined;
  if (access === "public") return user ? "/" : undefined;
  if (!user) return "/auth";
  if (pathname === "/" && !mayOpen(user, "/") && homePage(user) !== "/") return homePage(user);
  return undefined;
}

function statusFor({ access, page }: ScreenAccess, user: Staff | undefined): 200 | 403 | 404 {
  if (access === "missing") return 404;
  if (access === "public" || access === "staff" || user?.role === "admin") return 200;
  return user && access === "page" && mayOpen(user, page) ? 200 : 403;
}

function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "connect-src 'self'",
    "form-action 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

const icon = (mark: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M3 23V12a9 9 0 0 1 18 0v11H3z" fill="#a84a8c"/><path d="M7.2 12.4a4.8 4.8 0 1 1 4.8 4.8H8.3a1.1 1.1 0 0 1-1.1-1.1z" fill="#fff"/>${mark}</svg>`;

/** The brand mark for the browser's tab. */
const ICON = icon("");
/** The mark with a dot, for unread texts. */
const ICON_UNREAD = icon(
  '<circle cx="19" cy="5" r="5" fill="#fff" stroke="#1b171a" stroke-width="2"/>',
);

/** Mounts robots.txt, and security.txt (RFC 9116) once the business has an email address. */
function mountWellKnown(hono: Hono, app: App): void {
  hono.get("/robots.txt", (c) => c.body(ROBOTS, 200, PLAIN));
  hono.get("/.well-known/security.txt", (c) => {
    const { businessEmail } = getSettings(app);
    if (!businessEmail) return c.text("Not found", 404);
    return c.body(securityText(app, businessEmail), 200, PLAIN);
  });
}

function securityText(app: App, email: string): string {
  const expires = Temporal.Instant.fromEpochMilliseconds(app.now())
    .toZonedDateTimeISO("UTC")
    .add({ days: 180 })
    .startOfDay()
    .toInstant();
  const canonical = app.config.publicUrl
    ? `Canonical: ${app.config.publicUrl}/.well-known/security.txt\n`
    : "";
  return `Contact: mailto:${email}\nExpires: ${expires}\nPreferred-Languages: en\n${canonical}`;
}
