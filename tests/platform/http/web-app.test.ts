import { expect, test } from "bun:test";
import { testApp } from "#tests/support/test-app.ts";

/** Width and height in a PNG's header. */
function sizeOf(png: Uint8Array): string {
  const view = new DataView(png.buffer, png.byteOffset);
  return `${view.getUint32(16)}x${view.getUint32(20)}`;
}

test("the manifest names icons of the right size, one of them maskable", async () => {
  const { hono, admin } = testApp();
  await admin.request("POST", "/api/settings", { businessName: "Halcyon" });
  const response = await hono.request("/manifest.webmanifest");
  expect(response.headers.get("content-type")).toBe("application/manifest+json");
  const manifest = await response.json();
  expect(manifest).toMatchObject({
    name: "Parlor · Halcyon",
    start_url: "/",
    display: "standalone",
  });
  for (const { src, sizes } of manifest.icons) {
    const icon = await hono.request(src);
    expect([src, icon.headers.get("content-type")]).toEqual([src, "image/png"]);
    expect([src, sizeOf(await icon.bytes())]).toEqual([src, sizes]);
  }
  expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain("maskable");
  for (const name of ["../app.ts", "toString", "constructor", "__proto__", "icon-192"])
    expect([name, (await hono.request(`/icons/${name}`)).status]).toEqual([name, 404]);
});

test("staff pages link to the manifest; client pages and the members' domain don't", async () => {
  const { hono, admin } = testApp();
  expect(await (await hono.request("/auth")).text()).toContain('rel="manifest"');
  expect(await (await hono.request("/texts")).text()).not.toContain("manifest");
  await admin.request("POST", "/api/settings", {
    membershipDomainEnabled: true,
    membershipDomain: "members.example.com",
  });
  for (const path of ["/sw.js", "/manifest.webmanifest", "/offline.html"]) {
    const headers = { host: "members.example.com" };
    const response = await hono.request(path, { headers });
    expect([path, response.status]).toEqual([path, 404]);
  }
});

test("the service worker stores the offline page and its icon, and nothing else", async () => {
  const { hono } = testApp();
  const script = await (await hono.request("/sw.js")).text();
  const stored = /const OFFLINE = (\[.*\]);/.exec(script)?.[1] ?? "";
  for (const path of JSON.parse(stored)) expect((await hono.request(path)).status).toBe(200);
  expect(JSON.parse(stored)).toEqual(["/offline.html", "/icons/icon-192.png"]);
  expect(script.match(/caches\.open|cache\.(?:put|add)/g)).toEqual(["caches.open", "cache.add"]);
  expect(script).not.toContain("BUILD");
});

test("the offline page needs no script and shows no data", async () => {
  const { hono } = testApp();
  const page = await (await hono.request("/offline.html")).text();
  expect(page).not.toContain("<script");
  expect(page).toContain("We can't reach Parlor");
});
