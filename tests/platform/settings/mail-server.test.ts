import { expect, test } from "bun:test";
import { findUser } from "#db/platform/users.ts";
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
  const parlor = testApp();
  const { body } = await save(parlor, SERVER);
  expect(body).toMatchObject({
    smtpHost: "smtp.example.com",
    smtpPort: 587,
    smtpUser: "desk@salon.example.com",
    smtpPassword: { set: true, last4: null },
    smtpSecure: true,
    canMail: true,
  });
  const kept = parlor.app.db.query("select value from settings where name = 'smtpPassword'").get();
  expect(JSON.stringify([body, kept])).not.toContain("long");
});

test("other staff can't read it", async () => {
  const parlor = testApp();
  await save(parlor, SERVER);
  const { body } = await parlor.person("user", ["/campaigns"]).request("GET", "/api/settings");
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
  const parlor = testApp();
  await save(parlor, { ...SERVER, businessName: "Halcyon" });
  const { status, body } = await parlor.admin.request("POST", "/api/settings/test-smtp");
  const email = findUser(parlor.app.db, parlor.admin.id)?.email;
  expect([status, body]).toEqual([200, { email }]);
  expect(parlor.mail.sent).toMatchObject([
    { to: email, from: "desk@salon.example.com", subject: "Test email from Halcyon" },
  ]);
});

test("the mail server's refusal is returned in its words, and both tests are in the audit log", async () => {
  const parlor = testApp();
  const asked = () => parlor.admin.request("POST", "/api/settings/test-smtp");
  expect(await asked()).toMatchObject({
    status: 400,
    body: { error: "Mail isn't set up. Add your mail server in Settings." },
  });
  await save(parlor, SERVER);
  parlor.mail.answer = () => ({ kind: "refused", message: "The mail server did not like it." });
  expect(await asked()).toMatchObject({
    status: 400,
    body: { message: "The mail server did not like it." },
  });
  parlor.mail.answer = undefined;
  await asked();
  const rows = parlor.app.db
    .query("select metadata from audit_logs where action = 'settings.test_smtp' order by id")
    .values();
  expect(rows.flat()).toEqual(['{"ok":false}', '{"ok":false}', '{"ok":true}']);
});

test("Test SMTP can't flood a mailbox: 429 after ten", async () => {
  const parlor = testApp();
  await save(parlor, SERVER);
  for (let n = 0; n < 10; n += 1) await parlor.admin.request("POST", "/api/settings/test-smtp");
  const { status, headers } = await parlor.admin.request("POST", "/api/settings/test-smtp");
  expect([status, headers.has("retry-after")]).toEqual([429, true]);
});

test("without a user name, mail is sent from the business's address", async () => {
  const parlor = testApp();
  expect((await save(parlor, { smtpHost: "relay.example.com" })).body.canMail).toBe(false);
  const { body } = await save(parlor, { businessEmail: "hello@salon.example.com" });
  expect(body.canMail).toBe(true);
  await parlor.admin.request("POST", "/api/settings/test-smtp");
  expect(parlor.mail.sent[0]?.from).toBe("hello@salon.example.com");
});

test("a user name without its password is not set up", async () => {
  const parlor = testApp();
  const { body } = await save(parlor, { ...SERVER, smtpPassword: "" });
  expect(body.canMail).toBe(false);
});
