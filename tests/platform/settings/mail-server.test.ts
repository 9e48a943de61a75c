import { expect, test } from "bun:test";
import { findUser } from "#db/accounts/users.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";

const SERVER = {
  smtpHost: "smtp.example.com",
  smtpUser: "desk@salon.example.com",
  smtpPassword: "a mail password that is long",
};

function save({ admin }: TestApp, change: object) {
  return admin.request("POST", "/api/settings", change);
}

test("the mail server is saved with its defaults, and its password is never returned", async () => {
  const given = testApp();
  const { body } = await save(given, SERVER);
  expect(body).toMatchObject({
    smtpHost: "smtp.example.com",
    smtpPort: 587,
    smtpUser: "desk@salon.example.com",
    smtpPassword: { set: true, last4: null },
    smtpSecure: true,
    canMail: true,
  });
  const kept = given.app.db.query("select value from settings where name = 'smtpPassword'").get();
  expect(JSON.stringify([body, kept])).not.toContain("long");
});

test("other staff can't read it", async () => {
  const given = testApp();
  await save(given, SERVER);
  const { body } = await given.person("user", ["/campaigns"]).request("GET", "/api/settings");
  expect(Object.keys(body).filter((name) => /smtp|mail/i.test(name))).toEqual(["businessEmail"]);
});

test.each([
  ["smtpPort", 0],
  ["smtpPort", 65_536],
  ["smtpPort", 25.5],
  ["smtpPort", "25a"],
  ["smtpHost", "desk@example.com"],
  ["smtpHost", "smtp example"],
  ["smtpFromAddress", "nobody"],
  ["smtpFromAddress", "a@example.com, b@example.com"],
  ["smtpFromName", "Halcyon\r\nBcc: eve@example.com"],
])("%s cannot be %p", async (field, value) => {
  const { status, body } = await save(testApp(), { [field]: value });
  expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
});

test("Test SMTP sends to the admin who asks, and returns the address", async () => {
  const given = testApp();
  await save(given, { ...SERVER, businessName: "Halcyon" });
  const { status, body } = await given.admin.request("POST", "/api/settings/test-smtp");
  const email = findUser(given.app.db, given.admin.id)?.email;
  expect([status, body]).toEqual([200, { email }]);
  expect(given.mail.sent).toMatchObject([
    { to: email, from: "desk@salon.example.com", subject: "Test email from Halcyon" },
  ]);
});

test("the mail server's refusal is returned in its words, and both tests are in the audit log", async () => {
  const given = testApp();
  const asked = () => given.admin.request("POST", "/api/settings/test-smtp");
  expect(await asked()).toMatchObject({
    status: 400,
    body: { error: "Mail isn't set up. Add your mail server in Settings." },
  });
  await save(given, SERVER);
  given.mail.answer = () => ({ kind: "refused", message: "The mail server did not like it." });
  expect(await asked()).toMatchObject({
    status: 400,
    body: { message: "The mail server did not like it." },
  });
  given.mail.answer = undefined;
  await asked();
  const rows = given.app.db
    .query("select metadata from audit_logs where action = 'settings.test_smtp' order by id")
    .values();
  expect(rows.flat()).toEqual(['{"ok":false}', '{"ok":false}', '{"ok":true}']);
});

test("Test SMTP can't flood a mailbox: 429 after ten", async () => {
  const given = testApp();
  await save(given, SERVER);
  for (let n = 0; n < 10; n += 1) await given.admin.request("POST", "/api/settings/test-smtp");
  const { status, headers } = await given.admin.request("POST", "/api/settings/test-smtp");
  expect([status, headers.has("retry-after")]).toEqual([429, true]);
});

test("without a user name, mail is sent from the business's address", async () => {
  const given = testApp();
  expect((await save(given, { smtpHost: "relay.example.com" })).body.canMail).toBe(false);
  const { body } = await save(given, { businessEmail: "hello@salon.example.com" });
  expect(body.canMail).toBe(true);
  await given.admin.request("POST", "/api/settings/test-smtp");
  expect(given.mail.sent[0]?.from).toBe("hello@salon.example.com");
});

test("a user name without its password is not set up", async () => {
  const given = testApp();
  const { body } = await save(given, { ...SERVER, smtpPassword: "" });
  expect(body.canMail).toBe(false);
});
