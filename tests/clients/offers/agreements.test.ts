import { expect, test } from "bun:test";
import { readBases } from "#src/clients/offers/offers.ts";
import { contact, stranger, testApp } from "#tests/support/test-app.ts";

const NOTE = "Signed our intake form in 2025";

test("an administrator records how the clients that are left out agreed, one record each", async () => {
  const { admin, app } = testApp();
  for (let n = 0; n < 600; n += 1) stranger(app, admin, `Client ${n}`, `+1202555${1000 + n}`);
  contact(app, admin, "Agreed", "+12025550111");
  const out = stranger(app, admin, "Out", "+12025550112");
  await admin.request("POST", `/api/contacts/${out}/opt-out`);
  app.db.run("insert into appointment_only values (12025551599)");
  const selection = { matching: { state: "left-out" }, except: [1] };
  const { status, body } = await admin.request("POST", "/api/offers/agreements", {
    selection,
    note: ` ${NOTE} `,
  });
  expect([status, body]).toEqual([200, { count: 598 }]);
  expect(readBases(app)).toMatchObject({ agreed: 599, client: 0, asked: 0, none: 2 });
  const records = app.db
    .query(
      "select count(*) as n, min(source) as source, min(actor_id) as actor from consents where wording = ?",
    )
    .get(NOTE);
  expect(records).toEqual({ n: 598, source: "staff", actor: admin.id });
  const { logs } = (await admin.request("GET", "/api/audit-logs")).body;
  expect(logs[0]).toMatchObject({ action: "contact.record_agreements" });
});

test("a client whose opt-out staff haven't decided on gets no agreement with the others", async () => {
  const { admin, app } = testApp();
  stranger(app, admin, "Ada", "+12025550111");
  stranger(app, admin, "Ben", "+12025550112");
  app.db.run(
    "insert into opt_out_reviews (phone, wording, asked_at) values (12025550111, 'no', 1)",
  );
  const { body } = await admin.request("POST", "/api/offers/agreements", {
    selection: { contactIds: [1, 2] },
    note: NOTE,
  });
  expect(body).toEqual({ count: 1 });
  expect(app.db.query("select count(*) as n from opt_out_reviews").get()).toEqual({ n: 1 });
});

test("a small tag is counted in full beside many clients who have no answer", async () => {
  const { admin, app } = testApp();
  const id = stranger(app, admin, "Ada", "+12025550111");
  const { body: tag } = await admin.request("POST", "/api/tags", { name: "VIP" });
  await admin.request("POST", `/api/tags/${tag.id}/put-on`, { contactIds: [id] });
  app.db.run(
    `with recursive n (n) as (select 1 union all select n + 1 from n where n < 20500)
     insert into contacts (phone, name, owner, created_at, client_from, client_until)
     select 12125550000 + n, 'Client', (select owner from contacts), 1, 1, 200000000000000 - n from n`,
  );
  app.db.run("update contacts set client_from = 1, client_until = 300000000000000 where id = ?", [
    id,
  ]);
  const { body } = await admin.request("GET", `/api/offers/bases?tag=${tag.id}`);
  expect(body).toMatchObject({ agreed: 0, client: 1, asked: 0, none: 0 });
});

test("a note is required, and only administrators may record for many or include those who asked", async () => {
  const { admin, app, person } = testApp();
  stranger(app, admin, "Ada", "+12025550111");
  const body = { selection: { contactIds: [1] }, note: NOTE };
  const refused = await admin.request("POST", "/api/offers/agreements", { ...body, note: " " });
  expect([refused.status, refused.body.errors]).toEqual([400, { note: "Say how they agreed" }]);
  const mia = person("user", ["/contacts", "/campaigns"]);
  expect((await mia.request("POST", "/api/offers/agreements", body)).status).toBe(403);
  const draft = { name: "A", message: "Hi", includeAsked: true };
  expect((await mia.request("POST", "/api/campaigns", draft)).status).toBe(403);
  expect(readBases(app).agreed).toBe(0);
});

test("the list, its count and its pages show who is left out, with a tag too", async () => {
  const { admin, app } = testApp();
  for (let n = 0; n < 6; n += 1) {
    const add = n % 2 === 0 ? stranger : contact;
    add(app, admin, `Client ${n}`, `+1202555010${n}`);
  }
  const { body: tag } = await admin.request("POST", "/api/tags", { name: "VIP" });
  await admin.request("POST", `/api/tags/${tag.id}/put-on`, { contactIds: [1, 2, 3] });
  const list = async (query: string) => {
    const { body } = await admin.request("GET", `/api/contacts?state=left-out${query}`);
    return [body.total, body.contacts.map(({ id }: { id: number }) => id)];
  };
  expect(await list("")).toEqual([3, [5, 3, 1]]);
  expect(await list("&limit=2")).toEqual([3, [5, 3]]);
  expect(await list(`&tag=${tag.id}`)).toEqual([2, [3, 1]]);
  expect(await list("&q=client")).toEqual([3, [5, 3, 1]]);
  const { body } = await admin.request("GET", `/api/offers/bases?tag=${tag.id}`);
  expect(body).toMatchObject({ agreed: 1, none: 2 });
});

test("the counts stay true, whatever happens to the clients who agreed", async () => {
  const { admin, app } = testApp();
  const { body: tag } = await admin.request("POST", "/api/tags", { name: "VIP" });
  const request = (method: string, path: string, body?: unknown) =>
    admin.request(method, path, body);
  const ids = [0, 1, 2, 3, 4].map((n) => contact(app, admin, `C ${n}`, `+1202555010${n}`));
  await request("POST", `/api/tags/${tag.id}/put-on`, { contactIds: ids.slice(0, 4) });
  const agreed = async () => [
    readBases(app).agreed,
    (await request("GET", `/api/offers/bases?tag=${tag.id}`)).body.agreed,
  ];
  expect(await agreed()).toEqual([5, 4]);
  await request("POST", `/api/contacts/${ids[0]}/opt-out`);
  expect(await agreed()).toEqual([4, 3]);
  await request("POST", `/api/contacts/${ids[0]}/opt-in`);
  expect(await agreed()).toEqual([5, 4]);
  await request("DELETE", `/api/contacts/${ids[1]}`);
  expect(await agreed()).toEqual([4, 3]);
  await request("POST", `/api/tags/${tag.id}/take-off`, { contactIds: [ids[2]] });
  expect(await agreed()).toEqual([4, 2]);
  await request("PATCH", `/api/contacts/${ids[3]}`, { phoneNumber: "+12025550199" });
  expect(await agreed()).toEqual([3, 1]);
  // The number of the deleted contact still has its consent.
  await request("POST", "/api/contacts", { name: "Back", phoneNumber: "+12025550101" });
  expect(await agreed()).toEqual([4, 1]);
});
