import { expect, test } from "bun:test";
import { hashQuickly, PASSWORD, registerUser } from "#tests/support/accounts.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

hashQuickly();

async function signIn({ visitor }: TestApp, username: string, password = PASSWORD) {
  const { status, body, headers } = await visitor("POST", "/api/login", { username, password });
  const [cookie = ""] = headers.getSetCookie();
  return { status, body, cookie, value: cookie.split(";")[0] ?? "" };
}

function requestUser({ visitor }: TestApp, cookie: string) {
  return visitor("GET", "/api/user", undefined, { cookie });
}

test("signing in returns the user and sets a cookie that opens the API", async () => {
  const parlor = testApp();
  const id = await registerUser(parlor, "mia");
  const { status, body, value } = await signIn(parlor, "mia");
  expect([status, body]).toEqual([
    200,
    {
      id,
      username: "mia",
      role: "user",
      permissions: {
        pages: ["/inbox"],
        employeeIds: [],
        canViewClientPhoneNumbers: true,
        canViewClientNames: true,
      },
    },
  ]);
  expect((await requestUser(parlor, value)).body).toEqual(body);
});

test("a pending account is told to wait", async () => {
  const parlor = testApp();
  await registerUser(parlor, "mia", false);
  const { status, body, cookie } = await signIn(parlor, "mia");
  expect([status, body.message, cookie]).toEqual([
    403,
    "Your account is waiting for approval.",
    "",
  ]);
});

test("a wrong name and a wrong password are refused in the same words", async () => {
  const parlor = testApp();
  await registerUser(parlor, "mia");
  await registerUser(parlor, "noa", false);
  const wrong = await signIn(parlor, "mia", "not the password");
  expect([wrong.status, wrong.body.message]).toEqual([
    401,
    "Wrong username or password. Try again.",
  ]);
  expect(await signIn(parlor, "nobody")).toEqual(wrong);
  expect(await signIn(parlor, "noa", "not the password")).toEqual(wrong);
});

test("usernames ignore case", async () => {
  const parlor = testApp();
  await registerUser(parlor, "Mia");
  expect((await signIn(parlor, " mIA ")).status).toBe(200);
});

test.each([
  ["https://salon.example.com", "__Host-parlor", "; HttpOnly; SameSite=Lax; Secure"],
  ["http://localhost:3000", "parlor", "; HttpOnly; SameSite=Lax"],
])("at %s the cookie is named %s and has the required attributes", async (publicUrl, name, end) => {
  const parlor = testApp({ config: { publicUrl } });
  await registerUser(parlor, "mia");
  const { cookie } = await signIn(parlor, "mia");
  expect(cookie).toMatch(new RegExp(`^${name}=[\\w-]{43}; Path=/; Max-Age=604800`));
  expect(cookie.slice(cookie.indexOf("; HttpOnly"))).toBe(end);
  expect(cookie).not.toContain("Domain");
});

test("each sign-in is a new session, and the table holds only its hash", async () => {
  const parlor = testApp();
  const id = await registerUser(parlor, "mia");
  const [first, second] = [await signIn(parlor, "mia"), await signIn(parlor, "mia")];
  expect(first.value).not.toBe(second.value);
  const rows = parlor.app.db
    .query<{ hash: string }, [string]>(
      "select hex(id_hash) as hash from sessions where user_id = ?",
    )
    .all(id);
  const expected = [first, second].map(({ value }) =>
    new Bun.CryptoHasher("sha256")
      .update(value.split("=")[1] ?? "")
      .digest("hex")
      .toUpperCase(),
  );
  expect(rows.map(({ hash }) => hash).sort()).toEqual(expected.sort());
});

test("use extends a session to seven days, at most once an hour, and an idle session ends", async () => {
  const parlor = testApp();
  await registerUser(parlor, "mia");
  const { value } = await signIn(parlor, "mia");
  parlor.clock.now += 59 * MINUTE;
  expect((await requestUser(parlor, value)).headers.getSetCookie()).toEqual([]);
  parlor.clock.now += 2 * MINUTE;
  const [slid = ""] = (await requestUser(parlor, value)).headers.getSetCookie();
  expect(slid).toStartWith(`${value}; Path=/; Max-Age=604800`);

  parlor.clock.now += 7 * DAY - 1;
  expect((await requestUser(parlor, value)).status).toBe(200);
  parlor.clock.now += 7 * DAY;
  expect((await requestUser(parlor, value)).status).toBe(401);
});

test("opening a page extends the cookie as well as the row", async () => {
  const parlor = testApp();
  await registerUser(parlor, "mia");
  const { value } = await signIn(parlor, "mia");
  parlor.clock.now += 2 * 60 * MINUTE;
  const page = await parlor.visitor("GET", "/inbox", undefined, { cookie: value });
  expect(page.status).toBe(200);
  expect(page.headers.getSetCookie().join()).toStartWith(`${value}; Path=/; Max-Age=604800`);
});

test("signing out ends the session for every copy of its cookie", async () => {
  const parlor = testApp();
  await registerUser(parlor, "mia");
  const { value } = await signIn(parlor, "mia");
  const other = await signIn(parlor, "mia");
  const out = await parlor.visitor("POST", "/api/logout", undefined, { cookie: value });
  expect(out.status).toBe(204);
  expect(out.headers.getSetCookie()[0]).toStartWith("__Host-parlor=; Path=/; Max-Age=0");
  expect(out.headers.get("clear-site-data")).toBe('"cache"');
  expect((await requestUser(parlor, value)).status).toBe(401);
  expect((await requestUser(parlor, other.value)).status).toBe(200);
});

test("sign-ins, failed sign-ins, sign-outs and registrations are in the audit log", async () => {
  const parlor = testApp();
  const id = await registerUser(parlor, "mia");
  const waiting = await registerUser(parlor, "noa", false);
  await signIn(parlor, "mia", "not the password");
  await signIn(parlor, "noa");
  const { value } = await signIn(parlor, "mia");
  await parlor.visitor("POST", "/api/logout", undefined, { cookie: value });
  const rows = parlor.app.db
    .query(
      `select action, actor_id as actor, target_id as target, metadata from audit_logs
       where action <> 'settings.update' order by id`,
    )
    .all();
  const registration = (user: string, username: string) => ({
    action: "user.register",
    actor: null,
    target: user,
    metadata: JSON.stringify({ username, role: "user" }),
  });
  expect(rows).toEqual([
    registration(id, "mia"),
    expect.objectContaining({ action: "user.approve", actor: parlor.admin.id }),
    registration(waiting, "noa"),
    {
      action: "user.login_failed",
      actor: null,
      target: null,
      metadata: JSON.stringify({ username: "mia" }),
    },
    expect.objectContaining({
      action: "user.login_failed",
      metadata: expect.stringContaining("noa"),
    }),
    { action: "user.login", actor: id, target: id, metadata: "{}" },
    { action: "user.logout", actor: id, target: id, metadata: "{}" },
  ]);
});
