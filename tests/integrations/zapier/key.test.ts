import { expect, test } from "bun:test";
import { INBOUND_PATHS } from "#src/integrations/zapier/contract.ts";
import { ANA, actions, countOf, outside } from "#tests/support/outside.ts";
import { testApp } from "#tests/support/test-app.ts";

test("a key is created, shown again, and invalid once another replaces it", async () => {
  const parlor = testApp();
  const { admin, app } = parlor;
  expect((await admin.request("GET", "/api/users/api-key")).body).toEqual({ apiKey: null });
  const first = await outside(parlor);
  expect((await admin.request("GET", "/api/users/api-key")).body).toEqual({ apiKey: first.key });
  expect((await first.send("contactCreate", ANA)).status).toBe(201);

  const second = await outside(parlor);
  expect(second.key).not.toBe(first.key);
  expect((await first.send("contactCreate", ANA)).status).toBe(401);
  expect((await second.send("contactCreate", ANA)).status).toBe(200);
  expect(actions(parlor, "api_key.%")).toEqual(["api_key.generate", "api_key.regenerate"]);

  const stored = JSON.stringify([
    app.db.query("select sealed from api_keys").all(),
    app.db.query("select * from audit_logs").values(),
    app.db.query("select * from webhook_calls").values(),
  ]);
  for (const { key } of [first, second]) expect(stored).not.toContain(key);
});

test("a repeated request with an Idempotency-Key doesn't store the key in plain text", async () => {
  const { admin, app } = testApp();
  const path = "/api/users/generate-api-key";
  const { body } = await admin.request("POST", path, undefined, { "idempotency-key": "one" });
  const kept = JSON.stringify(app.db.query("select * from idempotency_keys").values());
  expect(kept).not.toContain(body.apiKey);
  expect((await admin.request("GET", "/api/users/api-key")).body).toEqual(body);
});

test("each admin has their own key, which is valid as long as their role", async () => {
  const parlor = testApp();
  const { admin, person, app } = parlor;
  const other = person("admin", []);
  const theirs = await outside(parlor, other);
  const own = await outside(parlor);
  expect(own.key).not.toBe(theirs.key);
  expect((await theirs.send("contactCreate", ANA)).status).toBe(201);

  await admin.request("POST", `/api/users/${other.id}/role`, { role: "user" });
  expect((await theirs.send("contactCreate", ANA)).status).toBe(401);
  await admin.request("POST", `/api/users/${other.id}/role`, { role: "admin" });
  expect((await theirs.send("contactCreate", ANA)).status).toBe(200);
  app.db.run("update users set approved = 0 where id = ?", [other.id]);
  expect((await theirs.send("contactCreate", ANA)).status).toBe(401);
  app.db.run("update users set approved = 1 where id = ?", [other.id]);
  await admin.request("DELETE", `/api/users/${other.id}`);
  expect((await theirs.send("contactCreate", ANA)).status).toBe(401);
  expect((await own.send("contactCreate", ANA)).status).toBe(200);
});

test.each([
  ["no key", {}],
  ["an empty key", { api_key: "" }],
  ["a wrong key", { api_key: `parlor_${"x".repeat(43)}` }],
  ["a key that isn't a string", { api_key: { $ne: null } }],
  ["a very long key", { api_key: "x".repeat(20_000) }],
])("%s is 401 on every address, before any field is read, and changes nothing", async (_, key) => {
  const parlor = testApp();
  await outside(parlor);
  const before = countOf(parlor, "audit_logs");
  for (const path of Object.values(INBOUND_PATHS)) {
    const { status, body } = await parlor.visitor("POST", path, { ...key, first_name: 1 });
    expect([status, body.message]).toEqual([401, expect.stringContaining("api_key")]);
    expect(JSON.stringify(body)).not.toContain("first_name");
  }
  expect(countOf(parlor, "audit_logs")).toBe(before);
});

test("strangers soon get 429, and don't slow down requests with a valid key", async () => {
  const parlor = testApp();
  const own = await outside(parlor);
  const statuses: number[] = [];
  for (let tries = 0; tries < 40; tries += 1) {
    const reply = await parlor.visitor("POST", INBOUND_PATHS.contactCreate, { api_key: "wrong" });
    statuses.push(reply.status);
    if (reply.status === 429) expect(Number(reply.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  expect(new Set(statuses.slice(0, 20))).toEqual(new Set([401]));
  expect(new Set(statuses.slice(20))).toEqual(new Set([429]));
  expect((await own.send("contactCreate", ANA)).status).toBe(201);
});

test("a key allows six hundred requests a minute, then says when to retry", async () => {
  const parlor = testApp();
  const own = await outside(parlor);
  let refused = 0;
  for (let sent = 0; sent < 601; sent += 1) {
    const { status, headers } = await own.send("contactCreate", ANA);
    if (status === 429) {
      refused += 1;
      expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    }
  }
  expect(refused).toBe(1);
  parlor.clock.now += 61_000;
  expect((await own.send("contactCreate", ANA)).status).toBe(200);
});

test("the log keeps the last hundred requests, at most twenty of them from strangers", async () => {
  const parlor = testApp();
  const own = await outside(parlor);
  for (let sent = 0; sent < 105; sent += 1) await own.send("contactUpdate", ANA);
  for (let hour = 0; hour < 4; hour += 1) {
    for (let tries = 0; tries < 15; tries += 1)
      await parlor.visitor("POST", INBOUND_PATHS.contactCreate, {
        api_key: "a-wrong-one",
        note: "junk",
      });
    parlor.clock.now += 3_600_000;
  }
  const { body } = await parlor.admin.request("GET", "/api/webhook-calls");
  expect(body).toHaveLength(100);
  const strangers = body.filter((request: { username: unknown }) => request.username === null);
  expect(strangers).toHaveLength(20);
  expect(strangers[0]).toMatchObject({
    status: 401,
    fields: {},
    path: INBOUND_PATHS.contactCreate,
  });
  expect(JSON.stringify(body)).not.toContain("a-wrong-one");
  expect(body.at(-1)).toMatchObject({
    username: "admin1",
    status: 202,
    message: "Waiting for approval in Contact Updates.",
    fields: ANA,
  });
});

test("the log says what was refused and why", async () => {
  const parlor = testApp();
  const own = await outside(parlor);
  await own.send("appointmentDelete", { first_name: "Nobody" });
  await own.send("contactCreate", { first_name: "Ana", last_name: "" });
  const { body } = await parlor.admin.request("GET", "/api/webhook-calls");
  expect(
    body.map((request: { status: number; message: string }) => [request.status, request.message]),
  ).toEqual([
    [400, "Not accepted: last_name is required; phone_number is required."],
    [404, "No appointment matches these fields. Nothing was deleted."],
  ]);
});
