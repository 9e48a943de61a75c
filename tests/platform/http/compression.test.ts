import { expect, test } from "bun:test";
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from "node:zlib";
import fc from "fast-check";
import { chooseEncoding, type Encoding } from "#src/platform/http/compression.ts";
import { contact, testApp } from "#tests/support/test-app.ts";

const ALL: readonly Encoding[] = ["zstd", "br", "gzip"];

test.each([
  ["gzip, deflate, br, zstd", "zstd"],
  ["gzip, br", "br"],
  ["br;q=0.5, gzip;q=0.8", "gzip"],
  ["gzip;q=0", undefined],
  ["gzip;q=0, *", "zstd"],
  ["*;q=0", undefined],
  ["identity, gzip;q=0.5", undefined],
  ["identity;q=0, gzip;q=0.1", "gzip"],
  ["GZIP;Q=1", "gzip"],
  ["gzip;q=abc", undefined],
  ["", undefined],
])("Accept-Encoding %p chooses %p", (accepts, expected) => {
  expect(chooseEncoding(accepts, ALL)).toBe(expected as Encoding | undefined);
});

test("an encoding that the client weighs with 0 is never chosen", () => {
  const weight = fc.constantFrom("0", "0.0", "0.5", "1");
  fc.assert(
    fc.property(fc.tuple(weight, weight, weight), (weights) => {
      const accepts = ALL.map((name, at) => `${name};q=${weights[at]}`).join(", ");
      const chosen = chooseEncoding(accepts, ALL);
      const best = Math.max(...weights.map(Number));
      if (best === 0) expect(chosen).toBeUndefined();
      else expect(Number(weights[ALL.indexOf(chosen ?? "gzip")])).toBe(best);
    }),
  );
});

const { app, hono, admin } = testApp();
for (let at = 0; at < 30; at += 1) contact(app, admin, `Client ${at}`, `+120255501${10 + at}`);
const get = (path: string, encoding: string, more = {}) =>
  hono.request(path, { headers: { cookie: admin.cookie, "accept-encoding": encoding, ...more } });

test.each(["/api/contacts", "/contacts", "/texts"])(
  "%s is the same in every encoding",
  async (path) => {
    const plain = await get(path, "identity");
    expect(plain.headers.get("content-encoding")).toBeNull();
    expect(plain.headers.get("vary")).toContain("Accept-Encoding");
    const readers = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync };
    const size = (await plain.bytes()).length;
    for (const [name, read] of Object.entries(readers)) {
      const packed = await get(path, name);
      expect([name, packed.headers.get("content-encoding")]).toEqual([name, name]);
      const bytes = await packed.bytes();
      expect(bytes.length).toBeLessThan(size / 2);
      // Pages differ in nonce and clock, of the same length.
      expect(read(bytes).length).toBe(size);
    }
  },
);

test("a compressed reply is revalidated by its ETag", async () => {
  const first = await get("/api/contacts", "gzip");
  const etag = first.headers.get("etag") ?? "";
  expect(etag).toStartWith('W/"');
  const again = await get("/api/contacts", "gzip", { "if-none-match": etag });
  expect([again.status, await again.text()]).toEqual([304, ""]);
});

test("small replies, files and streams are not compressed", async () => {
  for (const path of ["/api/registration", "/api/contacts/export", "/up"])
    expect([path, (await get(path, "gzip")).headers.get("content-encoding")]).toEqual([path, null]);
});

test("robots find the salon's own pages and nothing else", async () => {
  const text = await (await hono.request("/robots.txt")).text();
  expect(text).toContain("Allow: /texts$");
  expect(text).toEndWith("Disallow: /\n");
});

test("security.txt has a contact address and an expiry date", async () => {
  const path = "/.well-known/security.txt";
  expect((await hono.request(path)).status).toBe(404);
  await admin.request("POST", "/api/settings", { businessEmail: "hello@halcyon.example" });
  const response = await hono.request(path);
  expect(response.headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(await response.text()).toBe(
    "Contact: mailto:hello@halcyon.example\nExpires: 2027-05-19T00:00:00Z\nPreferred-Languages: en\nCanonical: https://salon.example.com/.well-known/security.txt\n",
  );
});
