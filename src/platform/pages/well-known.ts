import type { Hono } from "hono";
import type { App } from "#src/app.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { CLIENT_HOME } from "#src/shared/client-home.ts";

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

/** Mounts robots.txt, and security.txt (RFC 9116) once the business has an email address. */
export function mountWellKnown(hono: Hono, app: App): void {
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
