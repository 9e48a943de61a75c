import { expect, test } from "bun:test";
import { setApproved } from "#db/platform/users.ts";
import { ANA, actions, outside } from "#tests/support/outside.ts";
import { contact, type Person, type TestApp, testApp } from "#tests/support/test-app.ts";

const LIST = "/api/contact-update-requests";

/** Ana under her old name (1) and Bea (2); a request that calls Ana "Ana Silva", with a new number. */
async function salon() {
  const parlor = testApp();
  const { app, admin } = parlor;
  contact(app, admin, "Ana Roux", "+12025550199");
  contact(app, admin, "Bea Osei", "+12025550198");
  const own = await outside(parlor);
  await own.send("contactUpdate", ANA);
  return { ...parlor, own, desk: parlor.person("user", ["/contact-updates"]) };
}

/** Names or numbers are hidden from this user. */
function hideFrom({ app }: TestApp, { id }: Person, hidden: "names" | "numbers"): void {
  setApproved(app.db, id, {
    pages: ["/contact-updates"],
    employeeIds: [],
    canViewClientNames: hidden !== "names",
    canViewClientPhoneNumbers: hidden !== "numbers",
  });
}

test("pending requests are listed newest first, with the owner of the key they came through", async () => {
  const { own, desk } = await salon();
  await own.send("contactUpdate", { ...ANA, first_name: "Cleo" });
  const { body } = await desk.request("GET", LIST);
  expect(body).toMatchObject([
    { id: 2, firstName: "Cleo", lastName: "Silva", username: "admin1", status: "pending" },
    { id: 1, firstName: "Ana", phoneNumber: "+12025550111" },
  ]);
  expect((await desk.request("GET", `${LIST}/count`)).body).toEqual({ count: 2 });
});

test("a listed request names the one contact that it changes, to users who may see clients", async () => {
  const parlor = await salon();
  const { app, admin, own, desk } = parlor;
  const listed = async () =>
    (await desk.request("GET", LIST)).body.map(({ contact: of }: { contact: unknown }) => of);
  expect(await listed()).toEqual([null]);
  contact(app, admin, "Ana Silva", "+12025550155");
  expect(await listed()).toMatchObject([{ name: "Ana Silva", phoneNumber: "+12025550155" }]);
  await own.send("contactUpdate", { ...ANA, first_name: "Beatrice", phone_number: "+12025550198" });
  expect(await listed()).toMatchObject([{ name: "Bea Osei", samePhone: true }, { id: 3 }]);
  // Two of that name.
  contact(app, admin, "Ana Silva", "+12025550156");
  expect(await listed()).toMatchObject([{ id: 2 }, null]);
  hideFrom(parlor, desk, "numbers");
  expect(await listed()).toEqual([null, null]);
});

test("approving saves name and number together, and sends nothing", async () => {
  const parlor = await salon();
  const { admin, desk, sms, sendAll } = parlor;
  const { status, body } = await desk.request("POST", `${LIST}/1/approve`, { contactId: 1 });
  expect([status, body.status]).toEqual([200, "approved"]);
  expect((await admin.request("GET", "/api/contacts/1")).body).toMatchObject({
    name: "Ana Silva",
    phoneNumber: "+12025550111",
  });
  await sendAll();
  expect(sms.sent).toEqual([]);
  expect((await desk.request("GET", LIST)).body).toEqual([]);
  expect(actions(parlor, "contact%").slice(-2)).toEqual([
    "contact.update",
    "contact_update.approve",
  ]);
});

test("a number that another contact has is 409, and neither name nor number changes", async () => {
  const { own, admin, desk } = await salon();
  await own.send("contactUpdate", { ...ANA, phone_number: "+12025550198" });
  const { status, body } = await desk.request("POST", `${LIST}/2/approve`, { contactId: 1 });
  expect([status, body.message]).toEqual([409, "Bea Osei already has this number."]);
  expect((await admin.request("GET", "/api/contacts/1")).body).toMatchObject({
    name: "Ana Roux",
    phoneNumber: "+12025550199",
  });
  expect((await desk.request("GET", `${LIST}/count`)).body).toEqual({ count: 2 });
});

test("without a contact, approving adds the client, for users who may open Contacts", async () => {
  const { admin, desk } = await salon();
  const body = { contactId: null };
  expect((await desk.request("POST", `${LIST}/1/approve`, body)).status).toBe(403);
  expect((await admin.request("POST", `${LIST}/1/approve`, body)).status).toBe(200);
  expect((await admin.request("GET", "/api/contacts/3")).body).toMatchObject({
    name: "Ana Silva",
    phoneNumber: ANA.phone_number,
  });
});

test("a STOP from the new number applies to the contact who gets it", async () => {
  const { app, admin, desk } = await salon();
  const id = contact(app, admin, "Old", ANA.phone_number);
  await admin.request("POST", `/api/contacts/${id}/opt-out`);
  await admin.request("DELETE", `/api/contacts/${id}`);
  await desk.request("POST", `${LIST}/1/approve`, { contactId: 1 });
  expect((await admin.request("GET", "/api/contacts/1")).body).toMatchObject({ optedOut: true });
});

test("each request is decided once, by whoever is first", async () => {
  const { desk, admin } = await salon();
  const replies = await Promise.all([
    desk.request("POST", `${LIST}/1/approve`, { contactId: 1 }),
    admin.request("POST", `${LIST}/1/approve`, { contactId: 2 }),
    admin.request("POST", `${LIST}/1/reject`),
  ]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
});

test("rejecting changes no contact", async () => {
  const parlor = await salon();
  const { desk, admin } = parlor;
  expect((await desk.request("POST", `${LIST}/1/reject`)).body.status).toBe("rejected");
  expect((await admin.request("GET", "/api/contacts/1")).body.name).toBe("Ana Roux");
  expect(actions(parlor, "contact_update.%")).toEqual([
    "contact_update.request",
    "contact_update.reject",
  ]);
});

test.each([
  ["POST", `${LIST}/9/approve`, { contactId: 1 }, 404],
  ["POST", `${LIST}/9/reject`, undefined, 404],
  ["POST", `${LIST}/1/approve`, { contactId: 9 }, 404],
  ["POST", `${LIST}/1/approve`, {}, 400],
] as const)("%s %s %p is refused", async (method, path, body, status) => {
  const { desk } = await salon();
  expect((await desk.request(method, path, body)).status).toBe(status);
  expect((await desk.request("GET", LIST)).body).toHaveLength(1);
});

test("contacts with the number are suggested first, then those with the name in any spelling", async () => {
  const { app, admin, desk } = await salon();
  contact(app, admin, "Silva, Ana", "+12025550120");
  contact(app, admin, "ÁNA SILVA", "+12025550121");
  contact(app, admin, "Ana Silvano", "+12025550122");
  const cleo = contact(app, admin, "Cleo", ANA.phone_number);
  await admin.request("POST", `/api/contacts/${cleo}/opt-out`);
  const { body } = await desk.request("GET", `${LIST}/1/suggestions`);
  expect(body[0]).toMatchObject({ name: "Cleo", samePhone: true, sameName: false, optedOut: true });
  expect(
    body
      .slice(1)
      .map(({ name }: { name: string }) => name)
      .sort(),
  ).toEqual(["Silva, Ana", "ÁNA SILVA"]);
});

test.each(["names", "numbers"] as const)(
  "users who may not see %s may reject, but neither search nor approve",
  async (hidden) => {
    const parlor = await salon();
    hideFrom(parlor, parlor.desk, hidden);
    const list = await parlor.desk.request("GET", LIST);
    expect(list.body).toHaveLength(1);
    if (hidden === "names") expect(list.body[0].lastName).toBe("");
    const approved = await parlor.desk.request("POST", `${LIST}/1/approve`, { contactId: 1 });
    const suggested = await parlor.desk.request("GET", `${LIST}/1/suggestions`);
    expect([approved.status, suggested.status]).toEqual([403, 403]);
    expect((await parlor.desk.request("POST", `${LIST}/1/reject`)).status).toBe(200);
  },
);
