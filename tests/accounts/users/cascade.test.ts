import { expect, test } from "bun:test";
import { ownersToDelete } from "#db/clients/owners.ts";
import { deleteOrphanedContacts } from "#src/accounts/users/removal.ts";
import { joinMembership } from "#tests/support/one-member.ts";
import { contact, type Person, type TestApp, testApp } from "#tests/support/test-app.ts";

function addContacts(parlor: TestApp, owner: Person, count: number): number[] {
  return Array.from({ length: count }, (_, at) =>
    contact(parlor.app, owner, `Client ${at}`, `+1202555${String(1000 + at)}`),
  );
}

function remove({ admin }: TestApp, { id }: Person) {
  return admin.request("DELETE", `/api/users/${id}?cascade=true`);
}

function names({ app }: TestApp): string[] {
  return app.db
    .query<{ name: string }, []>("select name from contacts order by id")
    .all()
    .map(({ name }) => name);
}

test("the contacts, campaigns and drafts to be deleted with a user are counted", async () => {
  const parlor = testApp();
  const mia = parlor.person("user", ["/contacts", "/campaigns"]);
  addContacts(parlor, mia, 3);
  contact(parlor.app, parlor.admin, "Ada", "+12025550111");
  await mia.request("POST", "/api/campaigns", { name: "Spring", message: "Hi" });
  const { body } = await parlor.admin.request("GET", `/api/users/${mia.id}/belongings`);
  expect(body).toEqual({ contacts: 3, campaigns: 0, drafts: 1 });
  const nobody = await parlor.admin.request("GET", `/api/users/${Bun.randomUUIDv7()}/belongings`);
  expect(nobody.status).toBe(404);
});

test("a cascade deletes the user's contacts and campaigns, and nobody else's", async () => {
  const parlor = testApp();
  const mia = parlor.person("user", ["/contacts", "/campaigns"]);
  addContacts(parlor, mia, 3);
  const ada = contact(parlor.app, parlor.admin, "Ada", "+12025550111");
  await mia.request("POST", "/api/campaigns", { name: "Spring", message: "Hi" });
  await parlor.admin.request("POST", "/api/campaigns", {
    name: "Ours",
    message: "Hi",
    skipCheck: true,
    contactIds: [ada],
  });

  expect((await remove(parlor, mia)).status).toBe(204);
  expect(names(parlor)).toEqual(["Ada"]);
  const { body } = await parlor.admin.request("GET", "/api/campaigns");
  expect(body.map(({ name }: { name: string }) => name)).toEqual(["Ours"]);
  expect((await mia.request("GET", "/api/user")).status).toBe(401);
  const log = parlor.app.db
    .query<{ metadata: string }, []>("select metadata from audit_logs where action = 'user.delete'")
    .get();
  expect(JSON.parse(log?.metadata ?? "")).toEqual({
    username: "user2",
    cascade: true,
    campaigns: 1,
  });
});

test("sent texts and opt-outs outlive the deleted contacts", async () => {
  const parlor = testApp();
  const mia = parlor.person("user", ["/contacts"]);
  const [id = 0] = addContacts(parlor, mia, 1);
  await parlor.admin.request("POST", "/api/campaigns", {
    name: "Spring",
    message: "Hi there",
    skipCheck: true,
    contactIds: [id],
  });
  await parlor.sendAll();
  await parlor.admin.request("POST", `/api/contacts/${id}/opt-out`);
  await remove(parlor, mia);
  expect(
    parlor.app.db.query("select count(*) as n from messages where phone is not null").get(),
  ).toEqual({ n: 1 });
  const again = await parlor.admin.request("POST", "/api/contacts", {
    name: "Back",
    phoneNumber: "+12025551000",
  });
  expect([again.status, again.body.optedOut]).toEqual([201, true]);
});

test("a user with a running campaign isn't deleted, and the refusal names the campaign", async () => {
  const parlor = testApp();
  const chief = parlor.person("admin", []);
  const [id = 0] = addContacts(parlor, chief, 1);
  await chief.request("POST", "/api/campaigns", {
    name: "Spring",
    message: "Hi",
    skipCheck: true,
    contactIds: [id],
  });
  const { status, body } = await remove(parlor, chief);
  expect([status, body.message]).toEqual([
    409,
    "The campaign “Spring” is being sent. Stop it first, or keep the campaigns.",
  ]);
  expect(names(parlor)).toHaveLength(1);
  expect((await chief.request("GET", "/api/user")).status).toBe(200);
});

test("a cascade can't delete the last administrator or yourself either", async () => {
  const parlor = testApp();
  const own = await remove(parlor, parlor.admin);
  expect([own.status, own.body.message]).toEqual([409, "You can't delete your own account."]);
});

test("many contacts are deleted in slices, also after a restart, and a new contact is kept", async () => {
  const parlor = testApp();
  const mia = parlor.person("user", ["/contacts"]);
  addContacts(parlor, mia, 450);
  await remove(parlor, mia);
  expect(names(parlor).length).toBeGreaterThan(0);
  expect(ownersToDelete(parlor.app.db)).toHaveLength(1);
  contact(parlor.app, parlor.admin, "New", "+12025550111");
  await deleteOrphanedContacts(parlor.app);
  expect(names(parlor)).toEqual(["New"]);
  expect(ownersToDelete(parlor.app.db)).toEqual([]);
  const row = parlor.app.db
    .query<{ metadata: string }, []>(
      "select metadata from audit_logs where action = 'contact.delete' and actor_type = 'system'",
    )
    .get();
  expect(JSON.parse(row?.metadata ?? "")).toEqual({ contacts: 350 });
});

test("contacts with a monthly payment are not deleted", async () => {
  const parlor = testApp();
  const mia = parlor.person("user", ["/contacts"]);
  const [client = 0] = addContacts(parlor, mia, 2);
  const offer = { name: "Club", description: "Facials", price: "49.00" };
  const { body } = await parlor.admin.request("POST", "/api/memberships", offer);
  joinMembership(parlor, body.id, client);

  const { status, body: refusal } = await remove(parlor, mia);
  expect([status, refusal.message]).toEqual([
    409,
    "Some of these contacts have an active membership or payment plan. Cancel it first, or keep the contacts.",
  ]);
  expect(names(parlor)).toHaveLength(2);
  parlor.app.db.run("update subscriptions set status = 'canceled'");
  expect((await remove(parlor, mia)).status).toBe(204);
});
