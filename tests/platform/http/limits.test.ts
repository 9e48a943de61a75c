import { expect, test } from "bun:test";
import fc from "fast-check";
import {
  inWords,
  type Limit,
  limitRate,
  networksOf,
  requireBelowLimit,
} from "#src/platform/http/rate-limit.ts";
import { testApp } from "#tests/support/test-app.ts";

const LIMIT: Limit = { name: "attempts", most: 10, seconds: 900 };
const STORED: Limit = { name: "sign-ins", most: 10, seconds: 900, isStored: true };

const networkAt = (ip: string | null) => networksOf({ ip, userAgent: null })[0]?.[0];

test.each([
  ["203.0.113.7", ["203.0.113.7"]],
  ["2001:db8::1", ["20010db800000000/64", "20010db8000000/56", "20010db80000/48"]],
  [
    "2001:db8:1:2ff:ffff:ffff:ffff:ffff",
    ["20010db8000102ff/64", "20010db8000102/56", "20010db80001/48"],
  ],
  ["fe80::1%eth0", ["fe80000000000000/64", "fe800000000000/56", "fe8000000000/48"]],
  [null, ["null"]],
])("%p is counted as %p", (ip, networks) => {
  expect(networksOf({ ip, userAgent: null }).map(([network]) => network)).toEqual(networks);
});

test("all addresses of an IPv6 /64 share one limit, and no two /64 do", () => {
  const group = fc.integer({ min: 0, max: 0xffff }).map((bits) => bits.toString(16));
  const half = fc.array(group, { minLength: 4, maxLength: 4 }).map((groups) => groups.join(":"));
  fc.assert(
    fc.property(half, half, half, half, (a, b, c, d) => {
      expect(networkAt(`${a}:${c}`)).toBe(networkAt(`${a}:${d}`));
      expect(networkAt(`${a}:${c}`) === networkAt(`${b}:${c}`)).toBe(a === b);
    }),
  );
});

test("a visitor with a whole /56 or /48 gets no more than four or sixteen times the limit", () => {
  const { app } = testApp();
  const attempts = (ipOf: (n: number) => string) => {
    for (let n = 0; ; n += 1)
      try {
        limitRate(app, LIMIT, { ip: ipOf(n), userAgent: null });
      } catch {
        return n;
      }
  };
  expect(attempts((n) => `2001:db8:1:${(n % 250).toString(16)}::1`)).toBe(40);
  expect(attempts((n) => `2001:db8:2:${(n % 60_000).toString(16)}00::1`)).toBe(160);
});

test("a flood of other keys, other limits or other networks opens no lock", () => {
  const { app } = testApp();
  const other: Limit = { name: "others", most: 2, seconds: 900 };
  for (let n = 0; n < 10; n += 1) limitRate(app, LIMIT, "locked");
  for (let n = 0; n < 120_000; n += 1) {
    limitRate(app, LIMIT, `stranger ${n}`);
    limitRate(app, other, `stranger ${n}`);
  }
  expect(() => limitRate(app, LIMIT, "locked")).toThrow("Too many attempts");
});

test("when too many keys are at their limit, new ones are refused until some end", () => {
  const { app, clock } = testApp();
  const once: Limit = { name: "once", most: 1, seconds: 60 };
  for (let n = 0; n < 50_000; n += 1) limitRate(app, once, `stranger ${n}`);
  expect(() => limitRate(app, once, "new")).toThrow("Too many attempts");
  expect(() => limitRate(app, once, "stranger 1")).toThrow("Too many attempts");
  clock.now += 61_000;
  limitRate(app, once, "new");
});

test("a stored limit outlives a restart, and its key can't be read", () => {
  const { app, clock } = testApp();
  for (let n = 0; n < 10; n += 1) limitRate(app, STORED, "+12025550111");
  const restarted = { ...app };
  expect(() => requireBelowLimit(restarted, STORED, "+12025550111")).toThrow("in 15 minutes");
  const rows = app.db.query<{ key: Uint8Array }, []>("select key from rate_limits").all();
  expect(rows.map(({ key }) => Buffer.from(key).includes("2025550111"))).toEqual([false]);
  clock.now += 900_000;
  requireBelowLimit(restarted, STORED, "+12025550111");
  limitRate(restarted, STORED, "+12025550111");
});

test.each([
  [1, "a minute"],
  [60, "a minute"],
  [61, "2 minutes"],
  [898, "15 minutes"],
  [3_540, "59 minutes"],
  [3_541, "an hour"],
  [3_601, "2 hours"],
])("a wait of %d seconds is %s", (seconds, text) => {
  expect(inWords(seconds)).toBe(text);
});

const KEY = "idempotency-key";

test("an Idempotency-Key of more than 200 characters is refused", async () => {
  const { admin } = testApp();
  const body = { name: "Ada", phoneNumber: "+12025550111" };
  const send = (length: number) =>
    admin.request("POST", "/api/contacts", body, { [KEY]: "k".repeat(length) });
  expect((await send(201)).status).toBe(400);
  expect((await send(200)).status).toBe(201);
});

test("a used Idempotency-Key with another body is refused, with the same body it is a repeat", async () => {
  const { admin } = testApp();
  const send = (name: string, phoneNumber = "+12025550111") =>
    admin.request("POST", "/api/contacts", { name, phoneNumber }, { [KEY]: "once" });
  const first = await send("Ada");
  expect(first.status).toBe(201);
  const other = await send("Bea");
  expect([other.status, other.body.message]).toEqual([
    422,
    "This Idempotency-Key was used for another request. Use a new one.",
  ]);
  expect(await send("Ada")).toMatchObject({ status: 201, body: first.body });
});

test("of two requests with one key at the same time and different bodies, one takes effect", async () => {
  const { admin } = testApp();
  const body = (email: string) => ({ email });
  await admin.request("POST", "/api/settings", {
    smtpHost: "smtp.example.com",
    smtpUser: "desk@salon.example.com",
    smtpPassword: "a mail password",
  });
  const replies = await Promise.all(
    ["a@example.com", "b@example.com"].map((email) =>
      admin.request("POST", "/api/account/email", body(email), { [KEY]: "once" }),
    ),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([204, 422]);
});

test("a chunked body is not read beyond the limit", async () => {
  const { hono } = testApp();
  let sent = 0;
  const body = new ReadableStream({
    pull(controller) {
      sent += 1;
      if (sent > 10_000) controller.close();
      else controller.enqueue(new Uint8Array(16 * 1024).fill(32));
    },
  });
  const headers = { "content-type": "application/json" };
  const reply = await hono.request("/api/login", { method: "POST", body, headers });
  expect(reply.status).toBe(413);
  expect(sent).toBeLessThan(30);
});

test("a client that hangs up mid-body is not a bug", async () => {
  const logged: string[] = [];
  const parlor = testApp();
  const { createServer } = await import("#src/server.ts");
  const hono = createServer({
    ...parlor.app,
    log: (level, text) => logged.push(`${level} ${text}`),
  });
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"username":'));
    },
    pull(controller) {
      controller.error(new DOMException("The connection was closed.", "AbortError"));
    },
  });
  const headers = { "content-type": "application/json" };
  const reply = await hono.request("/api/login", { method: "POST", body, headers });
  expect(reply.status).toBe(400);
  expect(logged).toEqual([]);
});
