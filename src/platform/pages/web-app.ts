import type { Hono } from "hono";
import type { App } from "#src/app.ts";
import { BUILD } from "#src/platform/build.ts";
import appleTouchIcon from "#src/platform/pages/icons/apple-touch-icon.png" with { type: "file" };
import badge96 from "#src/platform/pages/icons/badge-96.png" with { type: "file" };
import icon192 from "#src/platform/pages/icons/icon-192.png" with { type: "file" };
import icon512 from "#src/platform/pages/icons/icon-512.png" with { type: "file" };
import maskable512 from "#src/platform/pages/icons/maskable-512.png" with { type: "file" };
import { getSettings } from "#src/platform/settings/settings.ts";
import { findOwn } from "#src/shared/find-own.ts";

const ICON_FILES: Readonly<Record<string, string>> = {
  "icon-192.png": icon192,
  "icon-512.png": icon512,
  "maskable-512.png": maskable512,
  "apple-touch-icon.png": appleTouchIcon,
  "badge-96.png": badge96,
};
/** The dark canvas, which the window's frame continues. */
const DARK = "#1b171a";

/**
 * The whole service worker. It stores one page, which says that there is no connection, and no data: what
 * Parlor shows always comes from the server. It shows news while no screen is open.
 */
const SERVICE_WORKER = `const CACHE = "parlor-BUILD";
const OFFLINE = ["/offline.html", "/icons/icon-192.png"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(OFFLINE)));
  self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys().then((names) =>
      Promise.all(names.filter((name) => name !== CACHE).map((name) => caches.delete(name))),
    ),
  );
});

self.addEventListener("fetch", (event) => {
  const { mode, url } = event.request;
  const path = new URL(url).pathname;
  if (mode === "navigate")
    event.respondWith(fetch(event.request).catch(() => caches.match("/offline.html")));
  else if (OFFLINE.includes(path))
    event.respondWith(fetch(event.request).catch(() => caches.match(path)));
});

self.addEventListener("push", (event) => {
  const { title, body, url, tag } = event.data.json();
  event.waitUntil(
    self.registration.showNotification(title, {
      body,
      tag,
      renotify: true,
      data: url,
      icon: "/icons/icon-192.png",
      badge: "/icons/badge-96.png",
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = event.notification.data;
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then((windows) => {
      const open = windows.find((client) => "focus" in client);
      if (!open) return self.clients.openWindow(url);
      return open.focus().then((client) => client.navigate(url));
    }),
  );
});
`;

/** Without a script, so that it works under any policy; the link tries again. */
const OFFLINE_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>No connection · Parlor</title><meta name="color-scheme" content="dark light"><style>body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/24px system-ui,sans-serif;background:Canvas;color:CanvasText}main{max-width:26rem;padding:24px;text-align:center}h1{font-size:22px;margin:16px 0 8px}a{display:inline-block;margin-top:20px;padding:10px 18px;border:1px solid;border-radius:8px;color:inherit;text-decoration:none}</style></head><body><main><img src="/icons/icon-192.png" alt="" width="72" height="72"><h1>No connection</h1><p>We can't reach Parlor. Check your connection, then try again.</p><a href="">Try Again</a></main></body></html>`;

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
