import { expect, test } from "bun:test";
import Papa from "papaparse";
import { setApproved } from "#db/platform/users.ts";
import { NEW_USER_PERMISSIONS } from "#src/shared/permissions.ts";
import { type Person, type TestApp, testApp } from "#tests/support/test-app.ts";

const ADA = { name: "Ada Byrne", phoneNumber: "+12025550111", birthday: "May 14, 1990" };

function reader(parlor: TestApp, canViewClientNames: boolean): Person {
  const person = parlor.person("user", []);
  setApproved(parlor.app.db, person.id, {
    ...NEW_USER_PERMISSIONS,
    pages: ["/contacts", "/inbox"],
    canViewClientNames,
    canViewClientPhoneNumbers: true,
  });
  return person;
}

async function namesIn(person: Person, path: string): Promise<[number, string[]]> {
  const { status, body } = await person.request("GET", path);
  return [status, (body.contacts ?? []).map(({ name }: { name: string }) => name)];
}

test("a birthday is stored whether typed in words or as ISO, and can be cleared", async () => {
  const { admin } = testApp();
  const added = await admin.request("POST", "/api/contacts", ADA);
  expect([added.status, added.body.birthday]).toEqual([201, "1990-05-14"]);
  const path = `/api/contacts/${added.body.id}`;
  expect((await admin.request("PATCH", path, { birthday: "--02-29" })).body.birthday).toBe(
    "--02-29",
  );
  expect((await admin.request("PATCH", path, { name: "Ada" })).body.birthday).toBe("--02-29");
  expect((await admin.request("PATCH", path, { birthday: null })).body.birthday).toBeNull();
  const refused = await admin.request("PATCH", path, { birthday: "5/1" });
  expect([refused.status, refused.body.errors]).toEqual([
    400,
    { birthday: "Use a date such as May 14 or May 14, 1990" },
  ]);
});

test("the filter finds birthdays in the current month of the business's time zone", async () => {
  const parlor = testApp();
  const { admin, clock } = parlor;
  for (const [name, birthday, phoneNumber] of [
    ["In November", "--11-03", "+12025550111"],
    ["Of November 1988", "1988-11-30", "+12025550112"],
    ["In December", "--12-01", "+12025550113"],
    ["Without", null, "+12025550114"],
  ])
    await admin.request("POST", "/api/contacts", {
      name,
      birthday,
      phoneNumber,
    });
  const path = "/api/contacts?state=birthday-month";
  expect(await namesIn(admin, path)).toEqual([200, ["Of November 1988", "In November"]]);
  expect((await admin.request("GET", path)).body.total).toBe(2);
  expect(await namesIn(admin, `${path}&q=of`)).toEqual([200, ["Of November 1988"]]);
  expect(await namesIn(admin, `${path}&q=november&limit=1`)).toEqual([200, ["Of November 1988"]]);
  // In New York it is still November 30.
  clock.now = Date.parse("2026-12-01T03:00:00Z");
  const later = parlor.person("admin", []);
  expect((await namesIn(later, path))[1]).toHaveLength(2);
  clock.now = Date.parse("2026-12-01T06:00:00Z");
  expect(await namesIn(later, path)).toEqual([200, ["In December"]]);
});

test("the filter uses an index", () => {
  const { app } = testApp();
  const plan = app.db
    .query<{ detail: string }, []>(
      `explain query plan select id from contacts where contacts.birthday is not null
       and substr(contacts.birthday, -5, 2) = '05' and id < 9 order by id desc limit 9`,
    )
    .all();
  expect(plan.map(({ detail }) => detail).join()).toContain("contacts_by_birth_month");
});

test("a birthday is hidden together with the name, from replies, writes and the filter", async () => {
  const parlor = testApp();
  const { body } = await parlor.admin.request("POST", "/api/contacts", ADA);
  const mia = reader(parlor, false);
  const path = `/api/contacts/${body.id}`;
  expect((await mia.request("GET", path)).body.birthday).toBeNull();
  expect((await mia.request("GET", "/api/contacts")).body.contacts[0].birthday).toBeNull();
  expect((await mia.request("PATCH", path, { birthday: "--05-14" })).status).toBe(403);
  expect(await namesIn(mia, "/api/contacts?state=birthday-month")).toEqual([403, []]);
  const bea = reader(parlor, true);
  expect((await bea.request("GET", path)).body.birthday).toBe("1990-05-14");
});

test("an import reads birthdays, and an export has them in a form that imports again", async () => {
  const { admin } = testApp();
  const row = { firstName: "Ada", lastName: "Byrne", phoneNumber: "+12025550111" };
  await admin.request("POST", "/api/contacts/bulk-import", {
    contacts: [{ ...row, birthday: "--05-14" }],
  });
  const response = await admin.open("/api/contacts/export");
  const [head, first] = Papa.parse<string[]>((await response.text()).slice(1)).data;
  expect(first?.[head?.indexOf("Birthday") ?? -1]).toBe("May 14");
});

test("a campaign fills in the birthday without the year", async () => {
  const parlor = testApp();
  const { admin, sms } = parlor;
  const agreement = "Signed the form";
  await admin.request("POST", "/api/contacts", { ...ADA, agreement });
  const bea = { name: "Bea", phoneNumber: "+12025550112", agreement };
  await admin.request("POST", "/api/contacts", bea);
  await admin.request("POST", "/api/campaigns", {
    name: "Birthdays",
    message: "{firstName}, come in on {birthday|your birthday}",
    audience: { all: true, except: [] },
    skipCheck: true,
  });
  await parlor.sendAll();
  expect(sms.sent.map(({ body }) => body).toSorted()).toEqual([
    "Ada, come in on May 14",
    "Bea, come in on your birthday",
  ]);
});

test("an erased client's birthday is removed from the whole database", async () => {
  const parlor = testApp();
  const { body } = await parlor.admin.request("POST", "/api/contacts", ADA, {
    "idempotency-key": "erase-me",
  });
  const stored = () => Buffer.from(parlor.app.db.serialize()).includes("1990-05-14");
  expect(stored()).toBe(true);
  await parlor.admin.request("POST", `/api/contacts/${body.id}/erase`, { name: ADA.name });
  expect(stored()).toBe(false);
});
