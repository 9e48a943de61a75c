import { expect, test } from "bun:test";
import { createSetupLink } from "#src/accounts/sign-in/invitation.ts";
import { BASE, type TestApp, testApp } from "#tests/support/test-app.ts";

const PENDING =
  "Registration received. An administrator must approve your account before you can sign in.";
const ADMIN = "Your administrator account is ready.";
const MINUTE = 60_000;

function appWithoutUsers(): TestApp {
  const parlor = testApp({ connected: false });
  parlor.app.db.run("delete from users");
  return parlor;
}

function link({ app }: TestApp): string {
  const address = createSetupLink(app, BASE);
  if (!address) throw new Error("there is no link");
  expect(address).toStartWith(`${BASE}/auth?setup=`);
  return new URL(address).searchParams.get("setup") ?? "";
}

async function register({ visitor }: TestApp, username: string, setup?: string) {
  const { status, body } = await visitor("POST", "/api/register", {
    username,
    email: `${username}@example.com`,
    password: "a long enough one",
    ...(setup !== undefined && { setup }),
  });
  return [status, body.message];
}

test("the link creates one administrator, who can sign in", async () => {
  const house = appWithoutUsers();
  const token = link(house);
  expect(await register(house, "olivia", token)).toEqual([201, ADMIN]);
  const login = { username: "olivia", password: "a long enough one" };
  const { status, body } = await house.visitor("POST", "/api/login", login);
  expect([status, body.role]).toEqual([200, "admin"]);
  expect(await register(house, "second", token)).toEqual([201, PENDING]);
});

test("the sign-in page says where the link is until there is an administrator", async () => {
  const house = appWithoutUsers();
  const read = async () => (await house.visitor("GET", "/api/registration")).body.hasAdministrator;
  expect(await read()).toBe(false);
  await register(house, "olivia", link(house));
  expect(await read()).toBe(true);
});

test("the link is valid for 60 minutes", async () => {
  const house = appWithoutUsers();
  const token = link(house);
  house.clock.now += 60 * MINUTE + 1;
  expect(await register(house, "late", token)).toEqual([201, PENDING]);

  const again = appWithoutUsers();
  const inTime = link(again);
  again.clock.now += 59 * MINUTE;
  expect(await register(again, "intime", inTime)).toEqual([201, ADMIN]);
});

test("a new link replaces the previous one", async () => {
  const house = appWithoutUsers();
  const former = link(house);
  const fresh = link(house);
  expect(fresh).not.toBe(former);
  expect(await register(house, "former", former)).toEqual([201, PENDING]);
  expect(await register(house, "fresh", fresh)).toEqual([201, ADMIN]);
});

test("once there is an administrator, the link is invalid and no other is created", async () => {
  const house = appWithoutUsers();
  const token = link(house);
  house.person("admin", []);
  expect(await register(house, "late", token)).toEqual([201, PENDING]);
  expect(createSetupLink(house.app, BASE)).toBeUndefined();
});

test("without the link, the first account is an ordinary pending one", async () => {
  const house = appWithoutUsers();
  expect(await register(house, "first")).toEqual([201, PENDING]);
  expect(await register(house, "guess", "not-the-token")).toEqual([201, PENDING]);
  const rows = house.app.db.query("select role, approved from users").all();
  expect(rows).toEqual([
    { role: "user", approved: 0 },
    { role: "user", approved: 0 },
  ]);
});

test("a refused registration does not use up the link", async () => {
  const house = appWithoutUsers();
  const token = link(house);
  const { status } = await house.visitor("POST", "/api/register", {
    username: "olivia",
    email: "olivia@example.com",
    password: "password1",
    setup: token,
  });
  expect(status).toBe(400);
  expect(await register(house, "olivia", token)).toEqual([201, ADMIN]);
});

test("only a hash of the token is stored", () => {
  const house = appWithoutUsers();
  const token = link(house);
  const state = JSON.stringify(house.app.db.query("select * from state").all());
  expect(state).toContain("setup-token");
  expect(state).not.toContain(token);
});
