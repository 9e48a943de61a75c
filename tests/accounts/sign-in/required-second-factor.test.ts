import { expect, test } from "bun:test";
import { TOTP } from "otpauth";
import { setRole } from "#db/platform/users.ts";
import { NEW_USER_PERMISSIONS } from "#src/shared/permissions.ts";
import { browser, hashQuickly, PASSWORD, registerUser } from "#tests/support/accounts.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";

hashQuickly();

async function salon(required: "off" | "admins" | "everyone"): Promise<TestApp & { mia: string }> {
  const parlor = testApp();
  const mia = await registerUser(parlor, "mia");
  await parlor.admin.request("POST", "/api/settings", { secondFactorRequired: required });
  return { ...parlor, mia };
}

const CREDENTIALS = { username: "mia", password: PASSWORD };

test("a user without two-step sign-in must set it up before anything else opens", async () => {
  const parlor = await salon("everyone");
  const desk = browser(parlor);
  const { body: user } = await desk.request("POST", "/api/login", CREDENTIALS);
  expect(user.needsSecondFactor).toBe(true);

  const refused = await desk.request("GET", "/api/conversations");
  expect([refused.status, refused.body.message]).toEqual([403, "Set up two-step sign-in first."]);
  for (const path of ["/api/events", "/api/settings", "/api/account"])
    expect([path, (await desk.request("GET", path)).status]).toEqual([path, 403]);
  const cookie = [...desk.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const page = await parlor.hono.request("/inbox", { headers: { cookie } });
  expect([page.status, page.headers.get("location")]).toEqual([302, "/auth"]);
  expect((await parlor.hono.request("/auth", { headers: { cookie } })).status).toBe(200);

  // The password was entered a moment ago.
  const begun = await desk.request("POST", "/api/account/second-factor", {});
  const code = new TOTP({ secret: begun.body.secret }).generate({ timestamp: parlor.clock.now });
  await desk.request("POST", "/api/account/second-factor/confirm", { code });
  expect((await desk.request("GET", "/api/user")).body).not.toHaveProperty("needsSecondFactor");
  expect((await desk.request("GET", "/api/conversations")).status).toBe(200);
});

test("it can be required of everyone, of administrators only, or of nobody", async () => {
  for (const required of ["off", "admins"] as const) {
    const parlor = await salon(required);
    const desk = browser(parlor);
    const { body } = await desk.request("POST", "/api/login", CREDENTIALS);
    expect(body).not.toHaveProperty("needsSecondFactor");
    expect((await desk.request("GET", "/api/conversations")).status).toBe(200);
  }
  const parlor = await salon("admins");
  setRole(parlor.app.db, parlor.mia, "admin", NEW_USER_PERMISSIONS);
  const { body } = await browser(parlor).request("POST", "/api/login", CREDENTIALS);
  expect(body.needsSecondFactor).toBe(true);
});

test("a new requirement applies to open sessions too", async () => {
  const parlor = await salon("off");
  const desk = browser(parlor);
  await desk.request("POST", "/api/login", CREDENTIALS);
  await parlor.admin.request("POST", "/api/settings", { secondFactorRequired: "everyone" });
  expect((await desk.request("GET", "/api/conversations")).status).toBe(403);
});

test("it can't be switched off where it is required", async () => {
  const parlor = await salon("off");
  const desk = browser(parlor);
  await desk.request("POST", "/api/login", CREDENTIALS);
  const begun = await desk.request("POST", "/api/account/second-factor", { password: PASSWORD });
  const code = () =>
    new TOTP({ secret: begun.body.secret }).generate({ timestamp: parlor.clock.now });
  await desk.request("POST", "/api/account/second-factor/confirm", { code: code() });
  await parlor.admin.request("POST", "/api/settings", { secondFactorRequired: "everyone" });
  parlor.clock.now += 60_000;
  const off = await desk.request("POST", "/api/account/second-factor/switch-off", {
    password: PASSWORD,
    code: code(),
  });
  expect([off.status, off.body.message]).toEqual([
    409,
    "Your administrator requires two-step sign-in, so you can't turn it off.",
  ]);
});
