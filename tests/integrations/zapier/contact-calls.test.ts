import { expect, test } from "bun:test";
import { INBOUND_PATHS } from "#src/integrations/zapier/contract.ts";
import { ANA, actions, countOf, outside } from "#tests/support/outside.ts";
import { BASE, contact, testApp } from "#tests/support/test-app.ts";

test("a contact is created once, and an existing one is returned unchanged", async () => {
  const parlor = testApp();
  const { app, admin } = parlor;
  const id = contact(app, admin, "Anna-Maria", "+12025550111");
  const own = await outside(parlor);
  const there = await own.send("contactCreate", ANA);
  expect([there.status, there.body]).toEqual([
    200,
    { message: "A contact with this number already exists. Nothing was changed.", contactId: id },
  ]);
  const made = await own.send("contactCreate", { ...ANA, phone_number: "(202) 555-0112" });
  expect([made.status, made.body]).toEqual([201, { message: "Contact created.", contactId: 2 }]);
  const { body } = await admin.request("GET", "/api/contacts");
  expect(body.contacts).toMatchObject([
    { name: "Ana Silva", phoneNumber: "+12025550112", optedOut: false },
    { name: "Anna-Maria", phoneNumber: "+12025550111" },
  ]);
  expect(actions(parlor, "contact.create")).toHaveLength(1);
});

test("a STOP outlives the contact even when a program adds the number again", async () => {
  const parlor = testApp();
  const { app, admin } = parlor;
  const id = contact(app, admin, "Ana", ANA.phone_number);
  await admin.request("POST", `/api/contacts/${id}/opt-out`);
  await admin.request("DELETE", `/api/contacts/${id}`);
  await (await outside(parlor)).send("contactCreate", ANA);
  expect((await admin.request("GET", "/api/contacts")).body.contacts).toMatchObject([
    { optedOut: true },
  ]);
});

test.each(["in turn", "at once"])(
  "the same contact and request ×100 %s create no duplicates",
  async (how) => {
    const parlor = testApp();
    const own = await outside(parlor);
    const both = () => [own.send("contactCreate", ANA), own.send("contactUpdate", ANA)];
    const calls = Array.from({ length: 100 });
    const replies =
      how === "at once"
        ? await Promise.all(calls.flatMap(both))
        : (await Array.fromAsync(calls, () => Promise.all(both()))).flat();
    const told = (status: number) => replies.filter((reply) => reply.status === status).length;
    expect([told(201), told(200), told(202)]).toEqual([1, 99, 100]);
    expect(new Set(replies.map(({ body }) => body.requestId ?? 0))).toEqual(new Set([0, 1]));
    expect([countOf(parlor, "contacts"), countOf(parlor, "contact_update_requests")]).toEqual([
      1, 1,
    ]);
    expect(actions(parlor, "contact%")).toHaveLength(2);
  },
);

test("an identical request can be made again after the first was decided", async () => {
  const parlor = testApp();
  const own = await outside(parlor);
  await own.send("contactUpdate", ANA);
  await parlor.admin.request("POST", "/api/contact-update-requests/1/reject");
  expect((await own.send("contactUpdate", ANA)).body.requestId).toBe(2);
});

test("a form works as well as JSON", async () => {
  const parlor = testApp();
  const own = await outside(parlor);
  const form = new URLSearchParams({ ...ANA, api_key: own.key });
  const reply = await parlor.hono.request(INBOUND_PATHS.contactCreate, {
    method: "POST",
    body: form,
  });
  expect([reply.status, await reply.json()]).toEqual([
    201,
    { message: "Contact created.", contactId: 1 },
  ]);
});

test("a request from another site's page needs only the key, not our origin", async () => {
  const parlor = testApp();
  const own = await outside(parlor);
  const reply = await parlor.visitor(
    "POST",
    INBOUND_PATHS.contactCreate,
    { ...ANA, api_key: own.key },
    { origin: "https://hooks.example.com", "sec-fetch-site": "cross-site" },
  );
  expect(reply.status).toBe(201);
});

test.each([
  ["text", "text/plain", "hello", 415],
  ["nothing said", "", "{}", 415],
  ["broken JSON", "application/json", "{", 400],
  ["a list", "application/json", "[]", 400],
  ["70 KB", "application/json", JSON.stringify({ note: "x".repeat(70_000) }), 413],
] as const)("%s is refused in words", async (_, type, body, status) => {
  const { hono } = testApp();
  const reply = await hono.request(`${BASE}${INBOUND_PATHS.contactCreate}`, {
    method: "POST",
    headers: { "content-type": type },
    body,
  });
  expect(reply.status).toBe(status);
  expect(((await reply.json()) as { message: string }).message).not.toBe("");
});

test.each([
  [{}, ["first_name", "last_name", "phone_number"]],
  [{ ...ANA, phone_number: "call me" }, ["phone_number"]],
  [{ ...ANA, first_name: ["Ana"], last_name: "x".repeat(61) }, ["first_name", "last_name"]],
  [{ ...ANA, first_name: "!", last_name: "?" }, ["first_name"]],
])("invalid fields of a contact are all named at once: %p", async (fields, named) => {
  const parlor = testApp();
  const own = await outside(parlor);
  for (const what of ["contactCreate", "contactUpdate"] as const) {
    const { status, body } = await own.send(what, fields);
    expect([status, Object.keys(body.errors)]).toEqual([400, [...named]]);
    for (const name of named) expect(body.message).toContain(name);
  }
  expect([countOf(parlor, "contacts"), countOf(parlor, "contact_update_requests")]).toEqual([0, 0]);
});

test("a numeric phone is accepted, and spaces and line breaks in a name become one space", async () => {
  const parlor = testApp();
  const own = await outside(parlor);
  await own.send("contactCreate", {
    first_name: " Ana \n Maria ",
    last_name: "Silva\u0000",
    phone_number: 12_025_550_111,
  });
  expect((await parlor.admin.request("GET", "/api/contacts")).body.contacts).toMatchObject([
    { name: "Ana Maria Silva", phoneNumber: "+12025550111" },
  ]);
});
