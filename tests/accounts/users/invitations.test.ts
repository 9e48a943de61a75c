import { expect, test } from "bun:test";
import { auditEntries, hashQuickly, PASSWORD } from "#tests/support/accounts.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";

hashQuickly();

const DAY = 24 * 60 * 60 * 1000;

async function closedSalon(): Promise<TestApp> {
  const parlor = testApp();
  await parlor.admin.request("POST", "/api/settings", { registrationOpen: false });
  return parlor;
}

async function invite({ admin }: TestApp, body: object): Promise<string> {
  const reply = await admin.request("POST", "/api/invitations", body);
  expect(reply.status).toBe(201);
  return new URL(reply.body.url).searchParams.get("invite") ?? "";
}

function register({ visitor }: TestApp, invitation?: string, username = "mia") {
  return visitor("POST", "/api/register", {
    username,
    email: `${username}@example.com`,
    password: PASSWORD,
    ...(invitation !== undefined && { invite: invitation }),
  });
}

const isMia = ({ username }: { username: string }) => username === "mia";
const users = async ({ admin }: TestApp) => (await admin.request("GET", "/api/users")).body;

test("closed registration refuses visitors and tells them what to do", async () => {
  const parlor = await closedSalon();
  expect((await parlor.visitor("GET", "/api/registration")).body).toEqual({
    open: false,
    hasAdministrator: true,
  });
  const { status, body } = await register(parlor);
  expect([status, body.message]).toEqual([
    403,
    "Registration is closed. Ask an administrator for an invitation.",
  ]);
});

test("an invitation with permissions creates an approved account, once", async () => {
  const parlor = await closedSalon();
  const link = await invite(parlor, { role: "user", permissions: { pages: ["/inbox"] } });
  expect((await parlor.admin.request("GET", "/api/invitations")).body).toMatchObject([
    { role: "user", pages: ["/inbox"], createdBy: "admin1" },
  ]);
  const { status, body } = await register(parlor, link);
  expect([status, body.message]).toEqual([201, "Your account is ready. Sign in to start."]);
  expect((await users(parlor)).find(isMia)).toMatchObject({
    username: "mia",
    role: "user",
    approved: true,
    permissions: { pages: ["/inbox"] },
  });
  expect((await register(parlor, link, "noa")).status).toBe(403);
  expect((await parlor.admin.request("GET", "/api/invitations")).body).toEqual([]);
});

test("two simultaneous registrations with one invitation create one account", async () => {
  const parlor = await closedSalon();
  const link = await invite(parlor, { role: "admin" });
  const both = await Promise.all([register(parlor, link, "mia"), register(parlor, link, "noa")]);
  expect(both.map(({ status }) => status).sort()).toEqual([201, 403]);
  expect(
    (await users(parlor)).filter(({ role }: { role: string }) => role === "admin"),
  ).toHaveLength(2);
});

test("an invitation without permissions creates an account that waits for approval", async () => {
  const parlor = await closedSalon();
  const { body } = await register(parlor, await invite(parlor, { role: "user" }));
  expect(body.message).toContain("must approve");
  expect((await users(parlor)).find(isMia)).toMatchObject({ username: "mia", approved: false });
});

test("an invitation expires after seven days and can be withdrawn", async () => {
  const parlor = await closedSalon();
  const expired = await invite(parlor, { role: "user" });
  parlor.clock.now += 7 * DAY;
  expect((await register(parlor, expired)).status).toBe(403);
  // The admin's session has ended with the days.
  parlor.clock.now -= 7 * DAY;
  const withdrawn = await invite(parlor, { role: "user" });
  const { body } = await parlor.admin.request("GET", "/api/invitations");
  expect((await parlor.admin.request("DELETE", `/api/invitations/${body[0].id}`)).status).toBe(204);
  expect((await register(parlor, withdrawn)).status).toBe(403);
  expect(auditEntries(parlor).map(({ action }) => action)).toEqual([
    "user.invite",
    "user.invite",
    "user.withdraw_invitation",
  ]);
});

test("an invalid invitation is refused even where registration is open", async () => {
  expect((await register(testApp(), "no such thing")).status).toBe(403);
});

test("the link is stored as a hash, and deleting the inviting admin deletes it", async () => {
  const parlor = await closedSalon();
  const second = parlor.person("admin", []);
  const reply = await second.request("POST", "/api/invitations", { role: "user" });
  const token = new URL(reply.body.url).searchParams.get("invite") ?? "";
  const dump = JSON.stringify(parlor.app.db.query("select * from invitations").all());
  expect(dump).not.toContain(token);
  expect((await parlor.admin.request("DELETE", `/api/users/${second.id}`)).status).toBe(204);
  expect((await register(parlor, token)).status).toBe(403);
});

test("an administrator who loses the role loses their open invitations", async () => {
  const parlor = testApp();
  const second = parlor.person("admin", []);
  const { body } = await second.request("POST", "/api/invitations", { role: "admin" });
  const link = new URL(body.url).searchParams.get("invite") ?? "";
  await parlor.admin.request("POST", `/api/users/${second.id}/role`, { role: "user" });
  expect((await register(parlor, link)).status).toBe(403);
});
