import { beforeEach, expect, test } from "bun:test";
import { GRANTABLE_PAGES } from "#src/shared/permissions.ts";
import { addEmployee } from "#tests/support/employee.ts";
import { type Person, type TestApp, testApp } from "#tests/support/test-app.ts";

let parlor: TestApp;
let mia: Person;
beforeEach(() => {
  parlor = testApp();
  mia = parlor.person("user", ["/inbox"]);
});

function put(id: string, permissions: object) {
  return parlor.admin.request("PUT", `/api/users/${id}/permissions`, { permissions });
}

test("new permissions replace the old ones, end every session, and are in the audit log", async () => {
  const dee = addEmployee(parlor.app.db, "Dee");
  const wanted = {
    pages: ["/contacts", "/"],
    employeeIds: [dee],
    canViewClientPhoneNumbers: false,
    canViewClientNames: true,
  };
  expect((await mia.request("GET", "/api/conversations")).status).toBe(200);
  const { status, body } = await put(mia.id, wanted);
  expect([status, body.permissions, body.sessions]).toEqual([200, wanted, 0]);
  expect((await mia.request("GET", "/api/user")).status).toBe(401);
  const [row] = parlor.app.db
    .query<{ target: string; metadata: string }, []>(
      "select target_id as target, metadata from audit_logs where action = 'user.change_permissions'",
    )
    .all();
  expect([row?.target, JSON.parse(row?.metadata ?? "")]).toEqual([
    mia.id,
    { username: "user2", ...wanted },
  ]);
});

test("omitted permissions stay, and a page listed twice counts once", async () => {
  const dee = addEmployee(parlor.app.db, "Dee");
  await put(mia.id, { pages: ["/"], employeeIds: [dee], canViewClientNames: false });
  const { body } = await put(mia.id, { pages: ["/reviews", "/reviews"] });
  expect(body.permissions).toEqual({
    pages: ["/reviews"],
    employeeIds: [dee],
    canViewClientPhoneNumbers: true,
    canViewClientNames: false,
  });
});

test("an empty list of pages falls back to the dashboard", async () => {
  expect((await put(mia.id, { pages: [] })).body.permissions.pages).toEqual(["/"]);
});

test("approving without listing employees allows all of them; an empty list allows none", async () => {
  const ids = [addEmployee(parlor.app.db, "Dee"), addEmployee(parlor.app.db, "Ann")];
  const [noa, lee] = [parlor.person("user", [], false), parlor.person("user", [], false)];
  const approve = (id: string, permissions: object) =>
    parlor.admin.request("POST", `/api/users/${id}/approve`, { permissions });
  expect((await approve(noa.id, { pages: ["/"] })).body.permissions.employeeIds).toEqual(ids);
  expect(
    (await approve(lee.id, { pages: ["/"], employeeIds: [] })).body.permissions.employeeIds,
  ).toEqual([]);
});

test.each([
  [{ pages: ["/users", "/inbox", "/nowhere"] }, "permissions.pages", "/users, /nowhere"],
  [{ pages: ["/"], employeeIds: [98, 99] }, "permissions.employeeIds", "98, 99"],
])("unknown pages and employees are refused by name: %j", async (permissions, field, names) => {
  const { status, body } = await put(mia.id, permissions);
  expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
  expect(body.message).toEndWith(names);
  expect((await mia.request("GET", "/api/conversations")).status).toBe(200);
});

test("permissions of administrators, pending users and unknown users can't be edited", async () => {
  const other = parlor.person("admin", []);
  const pending = parlor.person("user", [], false);
  for (const [id, expected] of [
    [other.id, 409],
    [parlor.admin.id, 409],
    [pending.id, 409],
    [Bun.randomUUIDv7(), 404],
  ] as const)
    expect((await put(id, { pages: ["/"] })).status).toBe(expected);
  expect((await other.request("GET", "/api/user")).status).toBe(200);
});

test("every page of the specification can be permitted, and so can reports", async () => {
  const pages = GRANTABLE_PAGES.map(({ path }) => path);
  expect(pages).toHaveLength(17);
  expect((await put(mia.id, { pages })).body.permissions.pages).toEqual(pages);
});

test("the list shows how many browsers are signed in and when one was last used", async () => {
  const { body } = await parlor.admin.request("GET", "/api/users");
  const row = body.find(({ id }: { id: string }) => id === mia.id);
  expect([row.sessions, row.lastSeenAt]).toEqual([1, new Date(parlor.clock.now).toISOString()]);
  await put(mia.id, { pages: ["/"] });
  const after = await parlor.admin.request("GET", "/api/users");
  expect(after.body.find(({ id }: { id: string }) => id === mia.id).lastSeenAt).toBeNull();
});
