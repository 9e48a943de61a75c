import { expect, test } from "bun:test";
import { TOTP } from "otpauth";
import {
  type Browser,
  browser,
  hashQuickly,
  PASSWORD,
  registerUser,
  signedInBrowser,
} from "#tests/support/accounts.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";
import { until } from "#tests/support/until.ts";

hashQuickly();

const DAY = 24 * 60 * 60 * 1000;

async function salon(): Promise<TestApp> {
  const parlor = testApp();
  await parlor.admin.request("POST", "/api/settings", {
    smtpHost: "smtp.example.com",
    smtpUser: "desk@salon.example.com",
    smtpPassword: "a mail password",
    businessName: "Halcyon",
  });
  await registerUser(parlor, "mia");
  return parlor;
}

function signIn(desk: Browser, more: object = {}) {
  return desk.request("POST", "/api/login", { username: "mia", password: PASSWORD, ...more });
}

async function lockOut(parlor: TestApp): Promise<void> {
  for (let n = 0; n < 10; n += 1) await signIn(browser(parlor), { password: "wrong one" });
}

const subjects = ({ mail }: TestApp) => mail.sent.map(({ to, subject }) => `${to} ${subject}`);

test("a sign-in from a new browser sends an email, one from a known browser doesn't", async () => {
  const parlor = await salon();
  const agent = "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0 Safari/537.36";
  const desk = await signedInBrowser(parlor, "mia", agent);
  await until("the mail", () => parlor.mail.sent.length === 1);
  expect(parlor.mail.sent[0]).toMatchObject({
    to: "mia@example.com",
    subject: "Halcyon: New sign-in",
  });
  expect(parlor.mail.sent[0]?.text).toContain("with Chrome on Windows");

  await desk.request("POST", "/api/logout");
  expect((await signIn(desk)).status).toBe(200);
  await signIn(browser(parlor));
  await until("the second mail", () => parlor.mail.sent.length === 2);
  await Bun.sleep(1);
  expect(parlor.mail.sent).toHaveLength(2);
});

test("wrong passwords from elsewhere don't lock out a browser that has signed in before", async () => {
  const parlor = await salon();
  const desk = await signedInBrowser(parlor, "mia");
  await desk.request("POST", "/api/logout");
  await lockOut(parlor);
  expect((await signIn(browser(parlor))).status).toBe(429);
  expect((await signIn(desk)).status).toBe(200);
});

test("a known browser has its own limit", async () => {
  const parlor = await salon();
  const desk = await signedInBrowser(parlor, "mia");
  for (let n = 0; n < 10; n += 1)
    expect((await signIn(desk, { password: "wrong one" })).status).toBe(401);
  expect((await signIn(desk)).status).toBe(429);
});

test("a device cookie works for its own account only, and a tampered one is ignored", async () => {
  const parlor = await salon();
  await registerUser(parlor, "noa");
  const noa = await signedInBrowser(parlor, "noa");
  await lockOut(parlor);
  expect((await signIn(noa)).status).toBe(429);
  const [name = "", value = ""] =
    [...noa.cookies].find(([cookie]) => cookie.endsWith("parlor-device")) ?? [];
  const mia = parlor.app.db.query("select id from users where username = 'mia'").get() as {
    id: string;
  };
  noa.cookies.set(name, value.replace(/^[^~]+/, mia.id));
  expect((await signIn(noa)).status).toBe(429);
});

test("only the right password with the right second factor opens a locked account", async () => {
  const parlor = await salon();
  const desk = await signedInBrowser(parlor, "mia");
  const begun = await desk.request("POST", "/api/account/second-factor", { password: PASSWORD });
  const code = () =>
    new TOTP({ secret: begun.body.secret }).generate({ timestamp: parlor.clock.now });
  await desk.request("POST", "/api/account/second-factor/confirm", { code: code() });
  parlor.clock.now += 60_000;
  await lockOut(parlor);
  const stranger = () => browser(parlor);
  expect((await signIn(stranger())).status).toBe(429);
  // The same answer for a right and a wrong password: a locked account tells nothing.
  expect((await signIn(stranger(), { code: "000000" })).status).toBe(429);
  const wrong = { code: code(), password: "wrong one" };
  expect((await signIn(stranger(), wrong)).status).toBe(429);
  expect((await signIn(stranger(), { code: code() })).status).toBe(200);
});

test("only failures count: a shared account signs in as often as it likes", async () => {
  const parlor = await salon();
  for (let n = 0; n < 60; n += 1) expect((await signIn(browser(parlor))).status).toBe(200);
});

test("parallel wrong passwords are limited before they are checked", async () => {
  const parlor = await salon();
  const tries = Array.from({ length: 15 }, () =>
    signIn(browser(parlor), { password: "wrong one" }),
  );
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 401)).toHaveLength(10);
  const desk = await signedInBrowser(parlor, "mia").catch(() => undefined);
  expect(desk).toBeUndefined();
});

test("parallel wrong own passwords are limited before they are checked", async () => {
  const parlor = await salon();
  const desk = await signedInBrowser(parlor, "mia");
  const tries = Array.from({ length: 12 }, () =>
    desk.request("POST", "/api/account/confirm-password", { password: "wrong one" }),
  );
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 400)).toHaveLength(5);
  expect(statuses.filter((status) => status === 429)).toHaveLength(7);
});

test("a session ends after thirty days, however often it is used", async () => {
  const parlor = await salon();
  const desk = await signedInBrowser(parlor, "mia");
  for (let day = 1; day < 30; day += 1) {
    parlor.clock.now += DAY;
    expect((await desk.request("GET", "/api/user")).status).toBe(200);
  }
  parlor.clock.now += DAY;
  expect((await desk.request("GET", "/api/user")).status).toBe(401);
});

test("a changed password and a changed second factor send an email", async () => {
  const parlor = await salon();
  const desk = await signedInBrowser(parlor, "mia");
  await desk.request("POST", "/api/account/password", {
    currentPassword: PASSWORD,
    password: "another good one",
  });
  const begun = await desk.request("POST", "/api/account/second-factor", {
    password: "another good one",
  });
  const elsewhere = browser(parlor);
  await signIn(elsewhere, { password: "another good one" });
  const code = new TOTP({ secret: begun.body.secret }).generate({ timestamp: parlor.clock.now });
  await desk.request("POST", "/api/account/second-factor/confirm", { code });
  // Sessions that were opened by the password alone end.
  expect((await elsewhere.request("GET", "/api/user")).status).toBe(401);
  expect((await desk.request("GET", "/api/user")).status).toBe(200);
  const { body } = await desk.request("GET", "/api/user");
  await parlor.admin.request("DELETE", `/api/users/${body.id}/second-factor`);
  await until("all mails", () => parlor.mail.sent.length === 5);
  expect(subjects(parlor)).toEqual([
    "mia@example.com Halcyon: New sign-in",
    "mia@example.com Halcyon: Your password was changed",
    "mia@example.com Halcyon: New sign-in",
    "mia@example.com Halcyon: Two-step sign-in is on",
    "mia@example.com Halcyon: Two-step sign-in is off",
  ]);
});
