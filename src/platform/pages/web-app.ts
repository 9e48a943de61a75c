import type { Hono } from "hono";
import type { App } from "#src/app.ts";
import { BUILD } from "#src/platform/build.ts";
import { getSettings } from "#src/platform/settings/settings.ts";
import { findOwn } from "#src/shared/find-own.ts";
import appleTouchIcon from "./icons/apple-touch-icon.png" with { type: "file" };
import badge96 from "./icons/badge-96.png" with { type: "file" };
import icon192 from "./icons/icon-192.png" with { type: "file" };
import icon512 from "./icons/icon-512.png" with { type: "file" };
import maskable512 from "./icons/maskable-512.png" with { type: "file" };
import { OFFLINE_PAGE, SERVICE_WORKER } from "./service-worker.ts";

const ICON_FILES: Readonly<Record<string, string>> = {
  "icon-192.png": icon192,
  "icon-512.png": icon512,
  "maskable-512.png": maskable512,
  "apple-touch-icon.png": appleTouchIcon,
  "badge-96.png": badge96,
};
/** The dark canvas, which the window's frame continues. */
const DARK = "#1b171a";

/** Mounts what makes the staff's screens an installable app: manifest, icons, service worker and offline page. */
export function mountWebApp(hono: Hono, app: App): void {
  hono.get("/manifest.webmanifest", (c) =>
    c.body(JSON.stringify(manifestOf(app)), 200, {
      "content-type": "application/manifest+json",
      "cache-control": "public, max-age=3600",
    }),
  );
  hono.get("/icons/:name", (c) => {
    const file = findOwn(ICON_FILES, c.req.param("name"));
    if (!file) return c.text("Not found", 404);
    return new Response(Bun.file(file), {
      headers: { "content-type": "image/png", "cache-control": "public, max-age=86400" },
    });
  });
  hono.get("/sw.js", (c) =>
    c.body(SERVICE_WORKER.replace("BUILD", BUILD), 200, {
      "content-type": "text/javascript; charset=utf-8",
      // Browsers look for a new one at each visit.
      "cache-control": "no-cache",
    }),
  );
  hono.get("/offline.html", (c) =>
    c.html(OFFLINE_PAGE, 200, {
      "cache-control": "no-cache",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    }),
  );
}

function manifestOf(app: App) {
  const { businessName } = getSettings(app);
  return {
    id: "/",
    name: businessName ? `Parlor · ${businessName}` : "Parlor",
    short_name: "Parlor",
    description: "Texts, appointments and clients of your salon.",
    start_url: "/",
    scope: "/",
    display: "standalone",
    background_color: DARK,
    theme_color: DARK,
    icons: [
      { src: "/icons/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
      { src: "/icons/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
      { src: "/icons/maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
    shortcuts: [
      { name: "Inbox", url: "/inbox" },
      { name: "Appointments", url: "/appointments" },
    ],
  };
}
