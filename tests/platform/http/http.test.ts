import { expect, test } from "bun:test";
import { answerRequest } from "#src/platform/http/requests.ts";
import { createServer } from "#src/server.ts";
import { contact, type Person, type TestApp, testApp } from "#tests/support/test-app.ts";

const ADA = { name: "Ada", phoneNumber: "+12025550111" };
const JSON_TYPE = { "content-type": "application/json" };

async function count({ admin }: TestApp): Promise<number> {
  return (await admin.request("GET", "/api/contacts")).body.total;
}

test.each([
  ["POST", "/api/contacts", "{", 400, "The body isn't valid JSON."],
  ["POST", "/api/contacts", "[]", 400, "Invalid input: expected object, received array"],
  ["POST", "/api/contacts", "null", 400, "Invalid input: expected object, received null"],
  ["POST", "/api/contacts", "{}", 400, "name: Invalid input: expected string, received undefined"],
  [
    "POST",
    "/api/contacts",
    `"${"x".repeat(256 * 1024)}"`,
    413,
    "This is too large. The limit is 256 KB.",
  ],
  ["PATCH", "/api/contacts/1", '{"email":5}', 400, "Invalid email address"],
  [
    "GET",
    "/api/contacts?state=gone",
    undefined,
    400,
    'state: Invalid option: expected one of "all"|"subscribed"|"left-out"|"opted-out"|"undeliverable"|"birthday-month"',
  ],
  ["GET", "/api/nothing", undefined, 404, "Not found."],
  ["POST", "/api/nothing", "{}", 404, "Not found."],
  ["PUT", "/api/contacts", "{}", 405, "This address only accepts GET, HEAD, POST."],
  ["GET", "/api/", undefined, 404, "Not found."],
])("%s %s with %.20p is %d: %s", async (method, path, body, code, expectedText) => {
  const { admin } = testApp();
  const { status, body: told, headers } = await admin.request(method, path, body);
  expect([status, told.message, told.error]).toEqual([code, expectedText, expectedText]);
  expect(headers.get("content-type")).toStartWith("application/json");
});

test.each([
  ["text/plain", 415],
  ["application/x-www-form-urlencoded", 415],
  ["multipart/form-data; boundary=x", 415],
  ["application/jsonp", 415],
  ["application/json", 201],
  ["Application/JSON; charset=utf-8", 201],
])("a body sent as %s is %d", async (type, code) => {
  const parlor = testApp();
  const { status } = await parlor.admin.request("POST", "/api/contacts", ADA, {
    "content-type": type,
  });
  expect([status, await count(parlor)]).toEqual([code, code === 201 ? 1 : 0]);
});

test("a POST without input needs neither body nor content type", async () => {
  const parlor = testApp();
  const id = contact(parlor.app, parlor.admin, "Ada", "+12025550111");
  const path = `/api/contacts/${id}/opt-out`;
  expect((await parlor.admin.request("POST", path)).status).toBe(200);
  expect(
    (await parlor.admin.request("POST", path, "", { "content-type": "text/plain" })).status,
  ).toBe(200);
  expect((await parlor.visitor("POST", "/api/login")).body.errors).toHaveProperty("username");
});

test.each([
  [undefined, undefined, 201],
  ["https://salon.example.com", "same-origin", 201],
  ["https://salon.example.com", undefined, 201],
  [undefined, "none", 201],
  ["https://evil.example.com", undefined, 403],
  ["https://evil.example.com", "cross-site", 403],
  ["https://salon.example.com", "cross-site", 403],
  ["https://salon.example.com", "same-site", 403],
  [undefined, "cross-site", 403],
  ["https://salon.example.com.evil.example.com", "same-origin", 403],
  ["https://salon.example.com:444", "same-origin", 403],
  ["http://salon.example.com", "same-origin", 403],
  ["null", "same-origin", 403],
  ["", "same-origin", 403],
])("with a public address: Origin %p, Sec-Fetch-Site %p is %d", async (origin, site, code) => {
  const parlor = testApp();
  const headers = {
    ...(origin !== undefined && { origin }),
    ...(site !== undefined && { "sec-fetch-site": site }),
  };
  const { status } = await parlor.admin.request("POST", "/api/contacts", ADA, headers);
  expect([status, await count(parlor)]).toEqual([code, code === 201 ? 1 : 0]);
  expect((await parlor.admin.request("GET", "/api/contacts", undefined, headers)).status).toBe(200);
});

test.each([
  ["http://192.168.1.5:3000", 201],
  ["https://192.168.1.5:3000", 201],
  ["http://192.168.1.5:3001", 403],
  ["http://evil.example.com", 403],
  ["null", 403],
])("without one, the request's own host decides: Origin %p is %d", async (origin, code) => {
  const parlor = testApp({ config: { publicUrl: undefined } });
  const headers = { origin, host: "192.168.1.5:3000" };
  expect((await parlor.admin.request("POST", "/api/contacts", ADA, headers)).status).toBe(code);
});

test("an Idempotency-Key repeats the first reply, also one without a body", async () => {
  const parlor = testApp();
  const key = { "idempotency-key": "k1" };
  const first = await parlor.admin.request("POST", "/api/contacts", ADA, key);
  const again = await parlor.admin.request("POST", "/api/contacts", ADA, key);
  expect([again.status, again.body]).toEqual([201, first.body]);
  const gone = `/api/contacts/${first.body.id}`;
  const remove = () => parlor.admin.request("DELETE", gone, undefined, { "idempotency-key": "k2" });
  expect([(await remove()).status, (await remove()).status]).toEqual([204, 204]);
  expect((await parlor.admin.request("DELETE", gone)).status).toBe(404);
});

test("an Idempotency-Key also repeats the reply of a request that waits for a provider", async () => {
  const parlor = testApp();
  const { body } = await parlor.admin.request("POST", "/api/employees", { name: "Elena" });
  const remove = () =>
    parlor.admin.request("DELETE", `/api/employees/${body.id}`, undefined, {
      "idempotency-key": "k",
    });
  const atOnce = await Promise.all([remove(), remove()]);
  expect(atOnce.map(({ status }) => status)).toEqual([204, 204]);
  expect((await remove()).status).toBe(204);
});

test("two users' requests with one key don't share a reply, also at the same moment", async () => {
  const parlor = testApp();
  const second = parlor.person("admin", []);
  const contacts = [{ firstName: "A", lastName: "B", phoneNumber: ADA.phoneNumber }];
  await parlor.admin.request("POST", "/api/contacts/bulk-import", { contacts });
  const undo = (person: Person) =>
    person.request("POST", "/api/contacts/last-import/undo", {}, { "idempotency-key": "k" });
  const atOnce = await Promise.all([undo(parlor.admin), undo(second)]);
  expect(atOnce.map(({ body }) => body.removed)).toEqual([1, 0]);
});

test("a refusal is not stored, so the same key may succeed later", async () => {
  const parlor = testApp();
  const key = { "idempotency-key": "k1" };
  const bad = { ...ADA, phoneNumber: "12" };
  expect((await parlor.admin.request("POST", "/api/contacts", bad, key)).status).toBe(400);
  expect((await parlor.admin.request("POST", "/api/contacts", ADA, key)).status).toBe(201);
});

test("a key belongs to one user and one endpoint", async () => {
  const parlor = testApp();
  const key = { "idempotency-key": "k1" };
  const second = parlor.person("admin", []);
  const add = (person: Person, n: number) =>
    person.request("POST", "/api/contacts", { name: "A", phoneNumber: `+1202555011${n}` }, key);
  const ids = [await add(parlor.admin, 1), await add(second, 2)].map(({ body }) => body.id);
  expect(new Set(ids).size).toBe(2);
  const wanted = { name: "A", message: "Hi", contactIds: ids };
  const other = await parlor.admin.request("POST", "/api/campaigns", wanted, key);
  expect([other.status, other.body.name, other.body.totalRecipients]).toEqual([201, "A", 2]);
});

test("a bug is reported with an id only, and logged with the same id and the error", async () => {
  const logged: [string, string, Readonly<Record<string, unknown>> | undefined][] = [];
  const parlor = testApp();
  const app = { ...parlor.app, log: (...line: (typeof logged)[number]) => void logged.push(line) };
  const hono = createServer(app);
  const { status, headers } = await hono.request("/api/login", {
    method: "POST",
    body: "{",
    headers: JSON_TYPE,
  });
  expect([status, headers.get("cache-control"), logged]).toEqual([400, "no-store", []]);

  parlor.app.db.run("drop table users");
  const login = { username: "ada", password: "whatever" };
  const body = JSON.stringify(login);
  const answer = await hono.request("/api/login", { method: "POST", body, headers: JSON_TYPE });
  const { message } = (await answer.json()) as { message: string };
  const [, bug = ""] =
    /^Something went wrong on our side \(([0-9a-f]{8})\)\. Try again\.$/.exec(message) ?? [];
  expect([answer.status, bug.length]).toEqual([500, 8]);
  expect(logged).toEqual([
    ["error", "bug", { id: bug, method: "POST", path: "/api/login", error: expect.any(Error) }],
  ]);
});

test("the log names a request by its route, without the secrets that an address may have", async () => {
  const logged: string[] = [];
  const parlor = testApp();
  const app: TestApp["app"] = {
    ...parlor.app,
    log: (_, text, more) => logged.push(`${text} ${JSON.stringify(more)}`),
  };
  const hono = createServer(app);
  for (const table of ["employees", "online_bookings"])
    app.db.run(`alter table ${table} rename to ${table}_elsewhere`);
  const server = { requestIP: () => null, timeout: () => undefined };
  for (const path of [
    "/calendar/s3cret-token.ics",
    "/api/booking/1.s3cret-token-of-a-booking",
    "/book/1.s3cret",
  ])
    await answerRequest(app, hono, new Request(`https://salon.example.com${path}`), server);
  expect(logged.join("\n")).not.toContain("s3cret");
  expect(logged.join("\n")).toContain("/api/booking/:token");
});
