import { afterAll, expect, test } from "bun:test";
import { answerRequest } from "#src/platform/http/requests.ts";
import { assetResponse, readManifest } from "#src/platform/pages/assets.ts";
import { testApp } from "#tests/support/test-app.ts";

const { app, hono, admin, visitor } = testApp();
const server = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch: (request, bun) => answerRequest(app, hono, request, bun),
});
afterAll(() => server.stop(true));

test.each(["/up", "/auth", "/icon.svg", "/api/registration", "/api/contacts"])(
  "HEAD %s announces what GET sends",
  async (path) => {
    const headers = { cookie: admin.cookie, "accept-encoding": "identity" };
    const [head, get] = await Promise.all(
      ["HEAD", "GET"].map((method) =>
        fetch(new URL(path, server.url), { method, headers, redirect: "manual" }),
      ),
    );
    const body = await get?.arrayBuffer();
    expect(head?.status).toBe(get?.status as number);
    // Each page has its own nonce and clock, of the same length.
    expect(head?.headers.get("content-length")).toBe(String(body?.byteLength));
    expect((await head?.arrayBuffer())?.byteLength).toBe(0);
  },
);

test("HEAD of the event stream ends", async () => {
  const reply = await fetch(new URL("/api/events", server.url), {
    method: "HEAD",
    headers: { cookie: admin.cookie },
  });
  expect([reply.status, await reply.text()]).toEqual([200, ""]);
});

test.each([
  ["PUT", "/api/contacts", "GET, HEAD, POST"],
  ["GET", "/api/login", "POST"],
  ["POST", "/api/users/1/permissions", "PUT"],
  ["DELETE", "/api/events", "GET, HEAD"],
  ["POST", "/contacts", "GET, HEAD"],
  ["DELETE", "/up", "GET, HEAD"],
])("%s %s is 405 and allows %s", async (method, path, allow) => {
  const { status, headers } = await admin.request(method, path);
  expect([status, headers.get("allow")]).toEqual([405, allow]);
});

test("an unknown address is 404 with any method", async () => {
  for (const method of ["GET", "POST", "PUT", "DELETE"])
    expect((await admin.request(method, "/api/nothing/at/all")).status).toBe(404);
});

test.each([
  ["gzip", "gzip"],
  ["gzip;q=0", null],
  ["gzip; q=0.0, br", "br"],
  ["br;q=0, gzip;q=0.5", "gzip"],
  ["xgzip", null],
  ["", null],
])("Accept-Encoding %p gets a script in %p", async (accepts, encoding) => {
  const manifest = readManifest();
  const script = assetResponse(manifest, manifest.entry, accepts);
  expect(script?.headers.get("content-encoding") ?? null).toBe(encoding);
  if (!encoding) expect(await script?.text()).toContain("hydrated");
});

test("every answer carries the security headers", async () => {
  const parlor = testApp();
  for (const path of ["/up", "/auth", "/api/user", "/api/nothing", "/api/contacts", "/icon.svg"]) {
    const { headers } = await parlor.hono.request(path, {
      headers: { cookie: parlor.admin.cookie },
    });
    expect([
      path,
      headers.get("x-content-type-options"),
      headers.get("cross-origin-opener-policy"),
      headers.get("permissions-policy"),
      headers.get("strict-transport-security"),
    ]).toEqual([
      path,
      "nosniff",
      "same-origin",
      "camera=(), geolocation=(), microphone=(), usb=()",
      "max-age=31536000",
    ]);
  }
  const plain = testApp({ config: { publicUrl: "http://salon.example.com" } });
  expect((await plain.visitor("GET", "/up")).headers.has("strict-transport-security")).toBe(false);
});

test("JSON that is not revalidated is not stored", async () => {
  const cacheOf = async (path: string) =>
    (await admin.request("GET", path)).headers.get("cache-control");
  expect(await cacheOf("/api/user")).toBe("no-store");
  expect(await cacheOf("/api/account")).toBe("no-store");
  expect(await cacheOf("/api/contacts")).toBe("private, no-cache");
  const { headers } = await visitor("POST", "/api/login", { username: "x", password: "y" });
  expect(headers.get("cache-control")).toBe("no-store");
});
