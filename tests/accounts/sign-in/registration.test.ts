import { afterEach, expect, spyOn, test } from "bun:test";
import { testApp } from "#tests/support/test-app.ts";

const PASSWORD = "a long enough one";

const spies: { mockRestore: () => void }[] = [];
afterEach(() => {
  for (const spy of spies.splice(0)) spy.mockRestore();
});

function mia(change: Record<string, unknown> = {}) {
  return { username: "mia", email: "mia@example.com", password: PASSWORD, ...change };
}

test.each([
  [
    "a taken name",
    { email: "other@example.com" },
    "username",
    "That username is taken. Choose another one.",
  ],
  [
    "a taken name in capitals",
    { username: "MIA", email: "o@example.com" },
    "username",
    "That username is taken. Choose another one.",
  ],
  ["a taken e-mail", { username: "other" }, "email", "That email is already registered."],
  [
    "a taken e-mail in capitals",
    { username: "other", email: "MIA@example.com" },
    "email",
    "That email is already registered.",
  ],
])("%s is 409 with a message at its field", async (_, change, field, text) => {
  const { visitor, app } = testApp();
  await visitor("POST", "/api/register", mia());
  const { status, body } = await visitor("POST", "/api/register", mia(change));
  expect([status, body]).toEqual([409, { message: text, error: text, errors: { [field]: text } }]);
  expect(app.db.query("select count(*) as n from users").get()).toEqual({ n: 2 });
});

test.each([
  [{ username: "  " }, "username", "Username is required"],
  [{ email: "mia" }, "email", "Invalid email address"],
  [{ password: "12345" }, "password", "Password must be at least 6 characters"],
  [
    { password: "password1" },
    "password",
    "That password is too easy to guess. Choose another one.",
  ],
  [{ password: "QWERTY" }, "password", "That password is too easy to guess. Choose another one."],
])("%o is refused at its field", async (change, field, text) => {
  const { visitor } = testApp();
  const { status, body } = await visitor("POST", "/api/register", mia(change));
  expect([status, body.errors]).toEqual([400, { [field]: text }]);
});

test("a registration can't ask for the administrator role", async () => {
  const { visitor, app } = testApp();
  await visitor("POST", "/api/register", mia({ role: "admin", approved: true }));
  const row = app.db.query("select role, approved from users where username = 'mia'").get();
  expect(row).toEqual({ role: "user", approved: 0 });
});

test("the password is stored only as argon2id", async () => {
  const { visitor, app } = testApp();
  await visitor("POST", "/api/register", mia());
  const row = app.db
    .query<{ hash: string }, []>("select password_hash as hash from users where username = 'mia'")
    .get();
  expect(row?.hash).toStartWith("$argon2id$");
});

test("an unknown username takes as long to check as a known one", async () => {
  const verify = spyOn(Bun.password, "verify").mockResolvedValue(true);
  spies.push(verify);
  const { visitor } = testApp();
  const login = { username: "nobody", password: PASSWORD };
  expect((await visitor("POST", "/api/login", login)).status).toBe(401);
  expect(verify.mock.calls).toEqual([
    [PASSWORD, expect.stringMatching(/^\$argon2id\$.*m=19456,t=2,p=1\$/)],
  ]);
});

test("ten tries for one user in fifteen minutes, then 429 until they are over", async () => {
  spies.push(spyOn(Bun.password, "verify").mockResolvedValue(false));
  const { visitor, clock } = testApp();
  const login = (username: string) =>
    visitor("POST", "/api/login", { username, password: "not the password" });
  for (let tries = 0; tries < 10; tries += 1) expect((await login("Mia")).status).toBe(401);
  clock.now += 60_000;
  const refused = await login("mia");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "840"]);
  expect(refused.body.message).toBe("Too many attempts. Try again in 14 minutes.");
  expect((await login("noa")).status).toBe(401);
  clock.now += 840_000;
  expect((await login("mia")).status).toBe(401);
});

test.each([
  ["login", 50],
  ["register", 20],
])(
  "%s: %d tries from one IP address, then 429; another address is not affected",
  async (path, most) => {
    spies.push(spyOn(Bun.password, "verify").mockResolvedValue(false));
    const { hono } = testApp();
    const from = async (address: string, name: string) => {
      const server = { requestIP: () => ({ address }) };
      const init = {
        method: "POST",
        headers: { "content-type": "application/json" },
        // Too easy to guess: refused before any hashing.
        body: JSON.stringify(mia({ username: name, password: "123456" })),
      };
      return (await hono.request(`/api/${path}`, init, { server })).status;
    };
    const seen = new Set<number>();
    for (let tries = 0; tries < most; tries += 1) seen.add(await from("198.51.100.1", `u${tries}`));
    expect([...seen]).toEqual([path === "login" ? 401 : 400]);
    expect(await from("198.51.100.1", "one more")).toBe(429);
    expect(await from("198.51.100.2", "one more")).not.toBe(429);
  },
);

test("at most two passwords are hashed at a time, a short queue waits, and the rest get 429", async () => {
  let running = 0;
  let most = 0;
  spies.push(
    spyOn(Bun.password, "verify").mockImplementation(async () => {
      running += 1;
      most = Math.max(most, running);
      await Bun.sleep(5);
      running -= 1;
      return false;
    }),
  );
  const { visitor } = testApp();
  const tries = Array.from({ length: 30 }, (_, n) =>
    visitor("POST", "/api/login", { username: `user${n}`, password: PASSWORD }),
  );
  const answers = await Promise.all(tries);
  const statuses = answers.map(({ status }) => status).sort();
  expect(statuses).toEqual([...Array(18).fill(401), ...Array(12).fill(429)]);
  expect(most).toBe(2);
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.headers.get("retry-after")).toBe("2");
  const later = await visitor("POST", "/api/login", { username: "user99", password: PASSWORD });
  expect(later.status).toBe(401);
});
