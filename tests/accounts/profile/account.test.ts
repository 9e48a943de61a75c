import { expect, test } from "bun:test";
import { deviceName } from "#src/accounts/notices/notices.ts";
import {
  auditEntries,
  browser,
  hashQuickly,
  PASSWORD,
  registerUser,
  signedInBrowser,
} from "#tests/support/accounts.ts";
import { testApp } from "#tests/support/test-app.ts";

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";
const SAFARI =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";

hashQuickly();

async function mia() {
  const parlor = testApp();
  const id = await registerUser(parlor, "mia");
  return { given: parlor, id, desk: await signedInBrowser(parlor, "mia", CHROME) };
}

function change(desk: Awaited<ReturnType<typeof mia>>["desk"], was: string, password: string) {
  return desk.request("POST", "/api/account/password", { currentPassword: was, password });
}

test("changing the password requires the old one, keeps this session and ends the others", async () => {
  const { given: parlor, id, desk } = await mia();
  const phone = await signedInBrowser(parlor, "mia", SAFARI);
  expect((await change(desk, PASSWORD, "another good one")).status).toBe(204);
  expect((await desk.request("GET", "/api/user")).status).toBe(200);
  expect((await phone.request("GET", "/api/user")).status).toBe(401);
  const login = (password: string) =>
    parlor.visitor("POST", "/api/login", { username: "mia", password });
  expect([(await login(PASSWORD)).status, (await login("another good one")).status]).toEqual([
    401, 200,
  ]);
  expect(auditEntries(parlor)).toContainEqual({
    action: "user.change_password",
    actor: id,
    target: id,
  });
});

test.each([
  [{ currentPassword: "not it", password: "another good one" }, "currentPassword"],
  [{ currentPassword: "", password: "another good one" }, "currentPassword"],
  [{ currentPassword: PASSWORD, password: "short" }, "password"],
  [{ currentPassword: PASSWORD, password: "password123" }, "password"],
])("%p is refused at %s, and nothing changes", async (body, field) => {
  const { given: parlor, desk } = await mia();
  const reply = await desk.request("POST", "/api/account/password", body);
  expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, [field]]);
  await signedInBrowser(parlor, "mia");
});

test("guessing the password in an open session is refused with 429 after five tries", async () => {
  const { given: parlor, desk } = await mia();
  for (let n = 0; n < 5; n += 1)
    expect((await change(desk, `guess ${n}`, "another good one")).status).toBe(400);
  const { status, headers } = await change(desk, PASSWORD, "another good one");
  expect([status, headers.has("retry-after")]).toEqual([429, true]);
  parlor.clock.now += HOUR;
  expect((await change(desk, PASSWORD, "another good one")).status).toBe(204);
});

test("the account lists its sessions with readable names, this one first", async () => {
  const { given: parlor, desk } = await mia();
  parlor.clock.now += 2 * HOUR;
  const phone = await signedInBrowser(parlor, "mia", SAFARI);
  await registerUser(parlor, "noa");
  await signedInBrowser(parlor, "noa");
  const { body } = await desk.request("GET", "/api/account");
  expect(body).toMatchObject({
    username: "mia",
    email: "mia@example.com",
    secondFactor: { since: null, recoveryCodesLeft: 0 },
    sessions: [
      { device: "Chrome on Windows", current: true },
      { device: "Safari on iPhone", current: false },
    ],
  });
  const [first, second] = (await phone.request("GET", "/api/account")).body.sessions;
  expect([first.device, second.device]).toEqual(["Safari on iPhone", "Chrome on Windows"]);
  const ids = JSON.stringify(body.sessions);
  for (const value of [...desk.cookies.values(), ...phone.cookies.values()])
    expect(ids).not.toContain(value);
});

test("the last use is recorded to the hour, and an expired session isn't listed", async () => {
  const { given: parlor, desk } = await mia();
  const phone = await signedInBrowser(parlor, "mia", SAFARI);
  const seen = async () => (await desk.request("GET", "/api/account")).body.sessions;
  parlor.clock.now += 3 * DAY;
  const at = new Date(parlor.clock.now).toISOString();
  expect((await seen()).map((one: { lastSeenAt: string }) => one.lastSeenAt)).toEqual([
    at,
    new Date(parlor.clock.now - 3 * DAY).toISOString(),
  ]);
  parlor.clock.now += 5 * DAY;
  expect(await seen()).toHaveLength(1);
  expect((await phone.request("GET", "/api/user")).status).toBe(401);
});

test("only its owner can end a session", async () => {
  const { given: parlor, id, desk } = await mia();
  const phone = await signedInBrowser(parlor, "mia", SAFARI);
  await registerUser(parlor, "noa");
  const noa = await signedInBrowser(parlor, "noa");
  const [, other] = (await desk.request("GET", "/api/account")).body.sessions;
  const path = `/api/account/sessions/${other.id}`;
  expect((await noa.request("DELETE", path)).status).toBe(404);
  expect((await phone.request("GET", "/api/user")).status).toBe(200);
  expect((await desk.request("DELETE", path)).status).toBe(204);
  expect((await phone.request("GET", "/api/user")).status).toBe(401);
  expect((await desk.request("DELETE", path)).status).toBe(404);
  expect(auditEntries(parlor)).toContainEqual({
    action: "user.end_session",
    actor: id,
    target: id,
  });
});

test("a user can end all other sessions of their own, and nobody else's", async () => {
  const { given: parlor, desk } = await mia();
  const others = [await signedInBrowser(parlor, "mia"), await signedInBrowser(parlor, "mia")];
  await registerUser(parlor, "noa");
  const noa = await signedInBrowser(parlor, "noa");
  const { body } = await desk.request("POST", "/api/account/sessions/end-others");
  expect(body).toEqual({ count: 2 });
  for (const other of others) expect((await other.request("GET", "/api/user")).status).toBe(401);
  expect((await noa.request("GET", "/api/user")).status).toBe(200);
  expect((await desk.request("GET", "/api/user")).status).toBe(200);
});

test("a visitor who isn't signed in has no account", async () => {
  expect((await browser(testApp()).request("GET", "/api/account")).status).toBe(401);
});

test.each([
  [CHROME, "Chrome on Windows"],
  [SAFARI, "Safari on iPhone"],
  [CHROME.replace("Safari/537.36", "Safari/537.36 Edg/140.0.0.0"), "Edge on Windows"],
  ["Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Gecko/20100101 Firefox/130.0", "Firefox on Linux"],
  [
    "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36",
    "Chrome on Android",
  ],
  [
    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15",
    "Safari on Mac",
  ],
  ["curl/8.5.0", "Unknown device"],
  [null, "Unknown device"],
])("%p is %p", (userAgent, text) => {
  expect(deviceName(userAgent)).toBe(text);
});
