import { expect, test } from "bun:test";
import { type Person, testApp } from "#tests/support/test-app.ts";

function setRole(by: Person, id: string, role: string) {
  return by.request("POST", `/api/users/${id}/role`, { role });
}

test("an administrator can promote another user, whose sessions end, and demote them again", async () => {
  const { admin, person } = testApp();
  const mia = person("user", ["/inbox"]);
  expect(await setRole(admin, mia.id, "admin")).toMatchObject({
    status: 200,
    body: { id: mia.id, role: "admin" },
  });
  expect((await mia.request("GET", "/api/user")).status).toBe(401);
  const { body } = await setRole(admin, mia.id, "user");
  expect([body.role, body.permissions.pages]).toEqual(["user", ["/inbox"]]);
});

test("the last administrator can't be demoted", async () => {
  const { admin, person } = testApp();
  person("admin", [], false);
  const { status, body } = await setRole(admin, admin.id, "user");
  expect([status, body.message]).toEqual([409, "You can't change the last administrator's role."]);
  const second = person("admin", []);
  const { body: former } = await setRole(second, admin.id, "user");
  expect([former.role, former.permissions.pages]).toEqual(["user", ["/"]]);
  expect((await setRole(second, second.id, "user")).status).toBe(409);
});

test("a pending user can't become an administrator, and there are only two roles", async () => {
  const { admin, person } = testApp();
  const mia = person("user", [], false);
  expect((await setRole(admin, mia.id, "admin")).status).toBe(409);
  const { status, body } = await setRole(admin, mia.id, "owner");
  expect([status, Object.keys(body.errors)]).toEqual([400, ["role"]]);
});

test("a change of role is in the audit log once", async () => {
  const { app, admin, person } = testApp();
  const mia = person("user", ["/inbox"]);
  await setRole(admin, mia.id, "admin");
  await setRole(admin, mia.id, "admin");
  const rows = app.db
    .query("select target_id as target from audit_logs where action = 'user.change_role'")
    .all();
  expect(rows).toEqual([{ target: mia.id }]);
});
