import { expect, test } from "bun:test";
import type { Change, Listener } from "#src/platform/http/events.ts";
import { contact, type Person, type TestApp, testApp } from "#tests/support/test-app.ts";

function approve(admin: Person, id: string, pages: unknown) {
  return admin.request("POST", `/api/users/${id}/approve`, { permissions: { pages } });
}

async function recordChanges({ app }: TestApp): Promise<Change[]> {
  const changes: Change[] = [];
  await Bun.sleep(0);
  const listener: Listener = (change) => changes.push(change);
  app.events.listen(listener);
  return changes;
}

test("an approved user can open exactly the permitted pages", async () => {
  const parlor = testApp();
  const mia = parlor.person("user", [], false);
  const changes = await recordChanges(parlor);
  const { status, body } = await approve(parlor.admin, mia.id, ["/inbox", "/contacts"]);
  expect([status, body.approved, body.permissions]).toEqual([
    200,
    true,
    {
      pages: ["/inbox", "/contacts"],
      employeeIds: [],
      canViewClientPhoneNumbers: true,
      canViewClientNames: true,
    },
  ]);
  expect(changes).toContainEqual(expect.objectContaining({ resource: "users", ids: [mia.id] }));
  expect((await parlor.admin.request("GET", "/api/users/pending")).body).toEqual([]);
});

test("the list shows all users newest first, pending ones separately, and no passwords", async () => {
  const parlor = testApp();
  const [first, second] = [parlor.person("user", ["/"]), parlor.person("user", [], false)];
  const { body } = await parlor.admin.request("GET", "/api/users");
  expect(body.map(({ id }: { id: string }) => id)).toEqual([second.id, first.id, parlor.admin.id]);
  expect(Object.keys(body[0]).sort()).toEqual([
    "approved",
    "createdAt",
    "email",
    "id",
    "lastSeenAt",
    "permissions",
    "role",
    "secondFactor",
    "sessions",
    "username",
  ]);
  const pending = await parlor.admin.request("GET", "/api/users/pending");
  expect(pending.body).toMatchObject([{ id: second.id, approved: false }]);
});

test("an empty list of pages means the dashboard only", async () => {
  const { admin, person } = testApp();
  const mia = person("user", [], false);
  expect((await approve(admin, mia.id, [])).body.permissions.pages).toEqual(["/"]);
});

test.each([["/users"], ["/settings"], ["/nowhere"], ["inbox"]])(
  "the page %s can't be permitted",
  async (page) => {
    const { admin, person } = testApp();
    const mia = person("user", [], false);
    const { status, body } = await approve(admin, mia.id, ["/", page]);
    expect([status, body.message]).toEqual([
      400,
      `permissions.pages: These pages don't exist: ${page}`,
    ]);
    expect((await admin.request("GET", "/api/users/pending")).body).toHaveLength(1);
  },
);

test("approving twice is 409, an unknown user is 404, and a malformed list of pages is 400", async () => {
  const { admin, person } = testApp();
  const mia = person("user", [], false);
  const noList = await approve(admin, mia.id, "all");
  expect([noList.status, Object.keys(noList.body.errors)]).toEqual([400, ["permissions.pages"]]);
  await approve(admin, mia.id, ["/"]);
  expect((await approve(admin, mia.id, ["/inbox"])).status).toBe(409);
  expect((await approve(admin, Bun.randomUUIDv7(), ["/"])).status).toBe(404);
});

test("deleting a user hands contacts, campaigns and drafts to the acting admin", async () => {
  const parlor = testApp();
  const { app, admin, person } = parlor;
  const mia = person("user", ["/contacts", "/campaigns"]);
  const id = contact(app, mia, "Ada", "+12025550111");
  await mia.request("POST", "/api/campaigns", { name: "Spring", message: "Hi" });
  const changes = await recordChanges(parlor);

  expect((await admin.request("DELETE", `/api/users/${mia.id}`)).status).toBe(204);
  expect(
    app.db
      .query(
        "select owners.user_id as owner from contacts join owners on owners.key = contacts.owner where contacts.id = ?",
      )
      .get(id),
  ).toEqual({
    owner: admin.id,
  });
  const { body } = await admin.request("GET", "/api/campaigns");
  expect(body).toMatchObject([{ name: "Spring", userId: admin.id, status: "draft" }]);
  await Bun.sleep(0);
  expect(changes.map(({ resource }) => resource).sort()).toEqual([
    "audit-logs",
    "campaigns",
    "users",
  ]);
  expect((await admin.request("GET", "/api/users")).body).toHaveLength(1);
});

test("a deleted user's session ends at once", async () => {
  const { admin, person } = testApp();
  const mia = person("user", ["/inbox"]);
  expect((await mia.request("GET", "/api/conversations")).status).toBe(200);
  await admin.request("DELETE", `/api/users/${mia.id}`);
  expect((await mia.request("GET", "/api/conversations")).status).toBe(401);
  expect((await mia.request("GET", "/api/user")).status).toBe(401);
});

test("users can't delete their own account, so the last administrator stays", async () => {
  const { admin, person } = testApp();
  const own = await admin.request("DELETE", `/api/users/${admin.id}`);
  expect([own.status, own.body.message]).toEqual([409, "You can't delete your own account."]);
  const second = person("admin", []);
  expect((await second.request("DELETE", `/api/users/${admin.id}`)).status).toBe(204);
  expect((await second.request("DELETE", `/api/users/${second.id}`)).status).toBe(409);
  expect((await second.request("GET", "/api/users")).body).toHaveLength(1);
});

test("a deleted user is 404", async () => {
  const { admin, person } = testApp();
  const mia = person("user", [], false);
  expect((await admin.request("DELETE", `/api/users/${mia.id}`)).status).toBe(204);
  expect((await admin.request("DELETE", `/api/users/${mia.id}`)).status).toBe(404);
});
