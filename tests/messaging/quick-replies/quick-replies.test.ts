import { expect, test } from "bun:test";
import { testApp } from "#tests/support/test-app.ts";

const PRICE = { title: "Prices", body: "Hi {firstName|there}, a facial is $95." };

async function addThreeReplies() {
  const { admin, person, app } = testApp();
  for (const title of ["One", "Two", "Three"])
    await admin.request("POST", "/api/quick-replies", { ...PRICE, title });
  const titles = async (request = admin.request) =>
    (await request("GET", "/api/quick-replies")).body.map(({ title }: { title: string }) => title);
  return { admin, person, app, titles };
}

test("administrators write quick replies, and staff with the inbox read them in order", async () => {
  const { admin, person, titles } = await addThreeReplies();
  const made = await admin.request("POST", "/api/quick-replies", {
    title: "  Prices ",
    body: " Hi ",
  });
  expect(made).toMatchObject({ status: 201, body: { id: 4, title: "Prices", body: "Hi" } });
  expect(await titles(person("user", ["/inbox"]).request)).toEqual([
    "One",
    "Two",
    "Three",
    "Prices",
  ]);
});

test("a reply can be changed, moved and deleted, and the audit log says by whom", async () => {
  const { admin, app, titles } = await addThreeReplies();
  const path = "/api/quick-replies/3";
  expect((await admin.request("PATCH", path, { place: 0 })).status).toBe(200);
  expect(await titles()).toEqual(["Three", "One", "Two"]);
  expect((await admin.request("PATCH", path, { title: "Last", place: 100 })).body).toEqual({
    ...PRICE,
    id: 3,
    title: "Last",
  });
  expect(await titles()).toEqual(["One", "Two", "Last"]);
  expect((await admin.request("DELETE", path)).status).toBe(204);
  expect((await admin.request("DELETE", path)).status).toBe(404);
  expect(await titles()).toEqual(["One", "Two"]);
  const entries = app.db
    .query<{ action: string }, []>(
      "select action from audit_logs where action like 'quick_reply%' order by id",
    )
    .all();
  expect(entries.map(({ action }) => action).slice(-3)).toEqual([
    "quick_reply.change",
    "quick_reply.change",
    "quick_reply.delete",
  ]);
});

test("a title of 61 characters, an empty text and a hundred and first reply are refused with a message", async () => {
  const { admin } = await addThreeReplies();
  const refused = await admin.request("POST", "/api/quick-replies", {
    title: "x".repeat(61),
    body: " ",
  });
  expect(refused.status).toBe(400);
  expect(refused.body.errors).toEqual({
    title: "A title can be up to 60 characters",
    body: "Text is required",
  });
  for (let n = 3; n < 100; n += 1) await admin.request("POST", "/api/quick-replies", PRICE);
  expect((await admin.request("POST", "/api/quick-replies", PRICE)).status).toBe(409);
});
