/**
 * The whole service worker. It stores one page, which says that there is no connection, and no data: what
 * Parlor shows always comes from the server. It shows news while no screen is open.
 */
export const SERVICE_WORKER = `const CACHE = "parlor-BUILD";
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
export const OFFLINE_PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>No connection · Parlor</title><meta name="color-scheme" content="dark light"><style>body{margin:0;min-height:100vh;display:grid;place-items:center;font:16px/24px system-ui,sans-serif;background:Canvas;color:CanvasText}main{max-width:26rem;padding:24px;text-align:center}h1{font-size:22px;margin:16px 0 8px}a{display:inline-block;margin-top:20px;padding:10px 18px;border:1px solid;border-radius:8px;color:inherit;text-decoration:none}</style></head><body><main><img src="/icons/icon-192.png" alt="" width="72" height="72"><h1>No connection</h1><p>Parlor can't be reached. Nothing is shown from before, because it may be out of date.</p><a href="">Try Again</a></main></body></html>`;
