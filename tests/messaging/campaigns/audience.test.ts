import { expect, test } from "bun:test";
import { inTransaction } from "#db/connection.ts";
import { snapshotAudiences } from "#src/messaging/campaigns/snapshot-audience.ts";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";

const phoneOf = (n: number) => `+1202${String(2_000_000 + n)}`;

function clients(salon: TestApp, count: number): number[] {
  return inTransaction(salon.app.db, () =>
    Array.from({ length: count }, (_, n) =>
      contact(salon.app, salon.admin, `Client ${n}`, phoneOf(n)),
    ),
  );
}

const create = (salon: TestApp, wanted: object) =>
  salon.admin.request("POST", "/api/campaigns", {
    name: "Spring",
    message: "Hi there",
    skipCheck: true,
    ...wanted,
  });

test("everyone except some clients is texted once each, without listing the others", async () => {
  const salon = testApp();
  const ids = clients(salon, 6);
  await salon.admin.request("POST", `/api/contacts/${ids[0]}/opt-out`);

  const created = await create(salon, { audience: { all: true, except: [ids[1]] } });
  expect(created.body).toMatchObject({ status: "sending", totalRecipients: 4, preparing: false });
  contact(salon.app, salon.admin, "Came later", phoneOf(99));
  await salon.sendAll();
  expect(salon.sms.sent.map(({ to }) => to).sort()).toEqual([2, 3, 4, 5].map(phoneOf));
});

test("a tag's audience is every contact who has it", async () => {
  const salon = testApp();
  const ids = clients(salon, 5);
  salon.app.db.run("insert into tags (id, name, created_at) values (7, 'Color', 0)");
  for (const id of ids.slice(0, 3))
    salon.app.db.run("insert into contact_tags (tag_id, contact_id) values (7, ?)", [id]);

  const created = await create(salon, { audience: { all: true, except: [ids[2]], tag: 7 } });
  expect(created.body.totalRecipients).toBe(2);
  await salon.sendAll();
  expect(salon.sms.sent.map(({ to }) => to).sort()).toEqual([0, 1].map(phoneOf));

  const gone = await create(salon, { audience: { all: true, tag: 8 } });
  expect(gone.status).toBe(400);
  expect(gone.body.errors).toEqual({ audience: "This tag no longer exists." });
});

test("a large audience is stored in slices, and the campaign ends only when all are stored and sent", async () => {
  const salon = testApp();
  const count = 9_500;
  clients(salon, count);
  const created = await create(salon, { audience: { all: true } });
  expect(created.body).toMatchObject({ totalRecipients: count, preparing: true });
  const rows = () =>
    salon.app.db
      .query<{ n: number }, []>("select count(*) as n from messages where status = 'pending'")
      .get()?.n;
  expect(rows()).toBe(4_000);

  await salon.admin.request("POST", `/api/campaigns/${created.body.id}/stop`);
  await snapshotAudiences(salon.app);
  expect(rows()).toBe(count);
  const { body } = await salon.admin.request("GET", `/api/campaigns/${created.body.id}`);
  expect(body).toMatchObject({
    preparing: false,
    totalRecipients: count,
    totalCost: "75.05",
    audience: { all: true, except: [], tag: null },
    contactIds: null,
  });
});

test("a list of many ids is stored in slices too, and clients who can't be texted leave the total", async () => {
  const salon = testApp();
  const ids = clients(salon, 6_000);
  for (const id of ids.slice(0, 3))
    await salon.admin.request("POST", `/api/contacts/${id}/opt-out`);
  const created = await create(salon, { contactIds: ids });
  expect(created.body).toMatchObject({ totalRecipients: 6_000, preparing: true });
  await snapshotAudiences(salon.app);
  const { body } = await salon.admin.request("GET", `/api/campaigns/${created.body.id}`);
  expect(body).toMatchObject({ totalRecipients: 5_997, preparing: false });
  expect(body.contactIds).toHaveLength(5_997);
});

test("an audience in which nobody can be texted is refused", async () => {
  const salon = testApp();
  const [id] = clients(salon, 1);
  await salon.admin.request("POST", `/api/contacts/${id}/opt-out`);
  for (const wanted of [{ audience: { all: true } }, { contactIds: [id] }]) {
    const refused = await create(salon, wanted);
    expect(refused.status).toBe(400);
    expect(refused.body.message).toBe("None of the selected contacts can get offers.");
  }
  expect((await salon.admin.request("GET", "/api/campaigns")).body).toEqual([]);
});

test.each(["contactIds", "except"])(
  "a duplicate begins without those of its %s who have since opted out",
  async (named) => {
    const salon = testApp();
    const ids = clients(salon, 5);
    const some = ids.slice(0, 3);
    const { body } = await create(
      salon,
      named === "except" ? { audience: { all: true, except: some } } : { contactIds: some },
    );
    await salon.admin.request("POST", `/api/contacts/${ids[1]}/opt-out`);
    const one = (await salon.admin.request("GET", `/api/campaigns/${body.id}`)).body;
    expect(named === "except" ? one.audience.except : one.contactIds).toEqual([ids[0], ids[2]]);
  },
);
