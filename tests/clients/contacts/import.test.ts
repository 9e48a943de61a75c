import { expect, test } from "bun:test";
import { sidOf } from "#tests/fakes/sms.ts";
import { stranger, type TestApp, testApp } from "#tests/support/test-app.ts";
import { postInbound } from "#tests/support/twilio-posts.ts";

const PATH = "/api/contacts/bulk-import";

function row(firstName: string, phoneNumber: string, lastName = "") {
  return { firstName, lastName, phoneNumber };
}

async function listContacts({ admin }: TestApp): Promise<string[][]> {
  const { body } = await admin.request("GET", "/api/contacts/all");
  return body
    .map(({ name, phoneNumber }: { name: string; phoneNumber: string }) => [name, phoneNumber])
    .toReversed();
}

function consents({ app }: TestApp) {
  return app.db
    .query("select phone, given, source, wording, actor_id as actor from consents order by id")
    .all();
}

test("a batch creates contacts, and the same batch again adds nothing", async () => {
  const parlor = testApp();
  const contacts = [
    row("Ada", "(202) 555-0111", "Byrne"),
    row(" Bea ", "+12025550112"),
    row("", "202-555-0113"),
    row("x".repeat(150), "+12025550114"),
  ];
  const first = await parlor.admin.request("POST", PATH, { contacts });
  expect([first.status, first.body]).toEqual([
    200,
    { imported: 4, skipped: 0, skippedRows: [], optedOut: 0, appointmentsOnly: 0 },
  ]);
  const after = await listContacts(parlor);
  expect(after).toEqual([
    ["Ada Byrne", "+12025550111"],
    ["Bea", "+12025550112"],
    ["+12025550113", "+12025550113"],
    ["x".repeat(120), "+12025550114"],
  ]);

  const again = await parlor.admin.request("POST", PATH, { contacts });
  expect(again.body).toMatchObject({ imported: 0, skipped: 4 });
  expect(await listContacts(parlor)).toEqual(after);
});

test("a skipped row is reported with its index, reason and message", async () => {
  const parlor = testApp();
  stranger(parlor.app, parlor.admin, "Ada Byrne", "+12025550111");
  stranger(parlor.app, parlor.admin, "+12025550114", "+12025550114");
  const { body } = await parlor.admin.request("POST", PATH, {
    contacts: [
      row("Eve", "202.555.0111"),
      row("Bea", "+12025550112"),
      row("Bea again", "2025550112"),
      row("Nobody", "no number"),
      row("Short", "12"),
      row("Cleo", "+12025550113"),
      row("Dana", "+12025550114"),
    ],
  });
  expect(body).toEqual({
    imported: 2,
    skipped: 5,
    skippedRows: [
      { index: 0, reason: "already-a-contact", message: "Ada Byrne already has this number" },
      { index: 2, reason: "twice-in-file", message: "This number appears twice in the file" },
      { index: 3, reason: "invalid-phone", message: "Can't read this number" },
      { index: 4, reason: "invalid-phone", message: "Can't read this number" },
      {
        index: 6,
        reason: "already-a-contact",
        message: "(202) 555-0114 already has this number",
      },
    ],
    optedOut: 0,
    appointmentsOnly: 0,
  });
  expect(await listContacts(parlor)).toEqual([
    ["Ada Byrne", "+12025550111"],
    ["+12025550114", "+12025550114"],
    ["Bea", "+12025550112"],
    ["Cleo", "+12025550113"],
  ]);
});

test("the basis of consent is stored in the importer's words, for imported contacts only", async () => {
  const parlor = testApp();
  stranger(parlor.app, parlor.admin, "Ada", "+12025550111");
  await parlor.admin.request("POST", PATH, {
    contacts: [row("Ada", "+12025550111"), row("Bea", "+12025550112")],
    consentBasis: " Signed at the desk ",
  });
  expect(consents(parlor)).toEqual([
    {
      phone: 12025550112,
      given: 1,
      source: "import",
      wording: "Signed at the desk",
      actor: parlor.admin.id,
    },
  ]);
  await parlor.admin.request("POST", PATH, { contacts: [row("Cleo", "+12025550113")] });
  expect(consents(parlor)).toHaveLength(1);
});

test("a basis of consent never replaces a STOP", async () => {
  const parlor = testApp();
  await postInbound(parlor.hono, { sid: sidOf(9), from: "+12025550111", body: "STOP" });
  const [{ id }] = (await parlor.admin.request("GET", "/api/contacts")).body.contacts;
  await parlor.admin.request("DELETE", `/api/contacts/${id}`);
  const { body } = await parlor.admin.request("POST", PATH, {
    contacts: [row("Ada", "+12025550111")],
    consentBasis: "They all agreed",
  });
  expect(body.imported).toBe(1);
  const { body: list } = await parlor.admin.request("GET", "/api/contacts?state=opted-out");
  expect(list.contacts).toMatchObject([{ name: "Ada", optedOut: true }]);
  expect(consents(parlor)).toMatchObject([{ given: 0, source: "keyword" }]);
});

test("a batch is one transaction, and one that fails halfway leaves nothing", async () => {
  const parlor = testApp();
  parlor.app.db.run(
    `create trigger broken before insert on contacts when new.name = 'Cleo'
     begin select raise(abort, 'broken'); end`,
  );
  const contacts = [row("Ada", "+12025550111"), row("Cleo", "+12025550113")];
  expect((await parlor.admin.request("POST", PATH, { contacts })).status).toBe(500);
  expect(await listContacts(parlor)).toEqual([]);
});

test.each([
  ["501 rows", Array.from({ length: 501 }, (_, n) => row("A", `+1202555${1000 + n}`)), "contacts"],
  ["no rows", [], "contacts"],
  ["a row without a phone", [{ firstName: "Ada" }], "contacts.0.phoneNumber"],
  [
    "a row with a field that may be about texts",
    [{ ...row("Ada", "+12025550111"), smsConsent: "no" }],
    "contacts.0",
  ],
])("%s are refused by name", async (_, contacts, field) => {
  const parlor = testApp();
  const { status, body } = await parlor.admin.request("POST", PATH, { contacts });
  expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
  expect(await listContacts(parlor)).toEqual([]);
});

test("500 rows are accepted", async () => {
  const parlor = testApp();
  const contacts = Array.from({ length: 500 }, (_, n) => row("A", `+1202555${1000 + n}`));
  expect((await parlor.admin.request("POST", PATH, { contacts })).body.imported).toBe(500);
});

test("a body over the limit is 413 and isn't read", async () => {
  const parlor = testApp();
  const contacts = [row("A".repeat(1024 * 1024), "+12025550111")];
  const { status, body } = await parlor.admin.request("POST", PATH, { contacts });
  expect([status, body.message]).toEqual([413, "This is too large. The limit is 1024 KB."]);
});

test("only an administrator imports", async () => {
  const parlor = testApp();
  const mia = parlor.person("user", ["/contacts"]);
  const contacts = [row("Ada", "+12025550111")];
  expect((await mia.request("POST", PATH, { contacts })).status).toBe(403);
  expect((await parlor.visitor("POST", PATH, { contacts })).status).toBe(401);
  expect(await listContacts(parlor)).toEqual([]);
});

test("emails and tags are imported, and fields missing from the file stay empty", async () => {
  const parlor = testApp();
  await parlor.admin.request("POST", "/api/tags", { name: "VIP" });
  const contacts = [
    { ...row("Ada", "+12025550111"), email: "ada@example.com", tags: ["vip", "Bridal"] },
    { ...row("Bea", "+12025550112"), email: null },
  ];
  expect((await parlor.admin.request("POST", PATH, { contacts })).body.imported).toBe(2);
  const { body } = await parlor.admin.request("GET", "/api/contacts");
  expect(body.contacts).toMatchObject([
    { name: "Bea", email: null, tags: [] },
    { name: "Ada", email: "ada@example.com", tags: [{ name: "Bridal" }, { name: "VIP" }] },
  ]);
});

test("an opt-out in the file applies to new and existing contacts, and no file lifts one", async () => {
  const parlor = testApp();
  stranger(parlor.app, parlor.admin, "Ada", "+12025550111");
  const contacts = [
    { ...row("Ada", "+12025550111"), optOut: "Opted out: yes" },
    row("Bea", "+12025550112"),
    { ...row("Bea", "2025550112"), optOut: "SMS Consent: No" },
    row("Cleo", "+12025550113"),
  ];
  const { body } = await parlor.admin.request("POST", PATH, {
    contacts,
    consentBasis: "All agreed",
  });
  expect(body).toMatchObject({ imported: 2, skipped: 2, optedOut: 2 });
  expect(consents(parlor)).toMatchObject([
    { phone: 12025550111, given: 0, source: "import", wording: "Opted out: yes" },
    { phone: 12025550112, given: 0, source: "import", wording: "SMS Consent: No" },
    { phone: 12025550113, given: 1, source: "import", wording: "All agreed" },
  ]);
  const optedOut = async () =>
    (await parlor.admin.request("GET", "/api/contacts?state=opted-out")).body.contacts.map(
      ({ name }: { name: string }) => name,
    );
  expect(await optedOut()).toEqual(["Bea", "Ada"]);

  const again = contacts.map(({ firstName, lastName, phoneNumber }) => ({
    firstName,
    lastName,
    phoneNumber,
  }));
  await parlor.admin.request("POST", PATH, { contacts: again, consentBasis: "All agreed" });
  expect(await optedOut()).toEqual(["Bea", "Ada"]);
  expect(consents(parlor)).toHaveLength(3);
});

test.each([
  ["AU", "0412 345 678", "+61412345678"],
  ["GB", "07400 123456", "+447400123456"],
  ["DE", "0151 23456789", "+4915123456789"],
  ["AU", "tel:+1-202-555-0111", "+12025550111"],
  ["US", "tel:+44 7400 123456", "+447400123456"],
  ["US", "1 202 555 0111", "+12025550111"],
  ["US", "'+12025550111", "+12025550111"],
  ["US", "0412 345 678", null],
  ["US", "(111) 555-0111", null],
  ["AU", "9999", null],
  ["US", "(202) 555-0111 / (202) 555-0112", "+12025550111"],
  ["US", "H: 202-555-0111, M: 202-555-0112", "+12025550112"],
  ["US", "202-555-0111 (home); 202-555-0112 (cell)", "+12025550112"],
  ["US", "n/a or 2025550112", "+12025550112"],
  ["US", "+1 202-555-0111 ::: +1 202-555-0112", "+12025550111"],
  ["DE", "030 1234567 / 0151 23456789", "+4915123456789"],
  ["DE", "030 1234567, 030 7654321", "+49301234567"],
  ["US", "2.02556E+09", null],
  ["DE", "1,51235E+10", null],
  ["US", "no number", null],
])(
  "in %s the number %p is read as %p, in the preview and the import",
  async (country, typed, saved) => {
    const parlor = testApp();
    await parlor.admin.request("POST", "/api/settings", { country });
    const checked = await parlor.admin.request("POST", "/api/contacts/check-numbers", {
      phoneNumbers: [typed],
    });
    expect([checked.status, checked.body]).toEqual([200, [{ phoneNumber: saved, existing: null }]]);
    await parlor.admin.request("POST", PATH, { contacts: [row("Ada", typed)] });
    expect(await listContacts(parlor)).toEqual(saved === null ? [] : [["Ada", saved]]);
  },
);

test("a check names the contact with the number and changes nothing", async () => {
  const parlor = testApp();
  stranger(parlor.app, parlor.admin, "Ada", "+12025550111");
  const { body } = await parlor.admin.request("POST", "/api/contacts/check-numbers", {
    phoneNumbers: ["202-555-0111", "202-555-0112"],
  });
  expect(body).toEqual([
    { phoneNumber: "+12025550111", existing: "Ada" },
    { phoneNumber: "+12025550112", existing: null },
  ]);
  expect(await listContacts(parlor)).toHaveLength(1);
});

test("control characters and direction marks are removed from names", async () => {
  const parlor = testApp();
  const contacts = [row("A\u0000da\u200f", "+12025550111", "\u202eByrne\u202c")];
  await parlor.admin.request("POST", PATH, { contacts });
  await parlor.admin.request("POST", "/api/contacts", {
    name: "\u2066Bea\u2069\u0000",
    phoneNumber: "+12025550112",
  });
  expect(await listContacts(parlor)).toEqual([
    ["Ada Byrne", "+12025550111"],
    ["Bea", "+12025550112"],
  ]);
});

test("a limit to appointment texts in the file doesn't lift a STOP", async () => {
  const parlor = testApp();
  await postInbound(parlor.hono, { sid: sidOf(10), from: "+12025550111", body: "STOP" });
  const { body } = await parlor.admin.request("POST", PATH, {
    contacts: [{ ...row("Ada", "+12025550111"), appointmentsOnly: "Appointment reminders: yes" }],
  });
  expect(body).toMatchObject({ appointmentsOnly: 0 });
  expect(consents(parlor)).toMatchObject([{ given: 0, source: "keyword" }]);
});
