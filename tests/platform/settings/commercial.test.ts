import { expect, test } from "bun:test";
import fc from "fast-check";
import { checkPassed } from "#src/platform/providers/check.ts";
import type { PaymentsProvider } from "#src/platform/providers/payments.ts";
import { type TestApp, testApp } from "#tests/support/test-app.ts";

const PATH = "/api/settings";
const SECRETS = {
  openaiApiKey: "sk-proj-1234567890abcd",
  elevenlabsApiKey: "sk_1234567890efgh",
  stripeSecretKey: "sk_test_1234567890ijkl",
  stripeWebhookSecret: "whsec_1234567890mnop",
  googleApiKey: "AIza1234567890qrst",
  googleOAuthClientSecret: "GOCSPX-1234567890uvwx",
};
const PASSWORD = { membershipSmtpPassword: "1234567890long" };

async function save({ admin }: TestApp, change: object) {
  return admin.request("POST", PATH, change);
}

async function read({ admin }: TestApp) {
  return (await admin.request("GET", PATH)).body;
}

test("until they are set, the specification's defaults apply", async () => {
  expect(await read(testApp({ connected: false }))).toMatchObject({
    smtpPort: 587,
    smtpSecure: true,
    membershipSmtpHost: "",
    membershipSmtpSecure: true,
    messageCount: 1,
    delaySeconds: 2,
    costPerSegment: "0.0079",
    systemWorkStartTime: "09:00",
    systemWorkEndTime: "17:00",
    autoDeliverabilityCheck: false,
    membershipDomainEnabled: false,
    membershipDomain: "",
    appointmentThankYouEnabled: false,
    appointmentThankYouDelayMinutes: 15,
    googleReviewsCacheDurationMinutes: 60,
    googleReviewsLastFetchedAt: null,
    googleOAuthRefreshToken: { set: false },
    googleBusinessName: "",
  });
});

test("every secret is encrypted, reads back as its last four, stays if omitted and can be cleared", async () => {
  const parlor = testApp();
  await save(parlor, { ...SECRETS, ...PASSWORD });
  const stored = JSON.stringify(parlor.app.db.query("select * from settings").all());
  expect(stored).not.toContain("1234567890");
  const shown = await read(parlor);
  for (const [name, secret] of Object.entries(SECRETS))
    expect([name, shown[name]]).toEqual([name, { set: true, last4: secret.slice(-4) }]);
  expect(shown.membershipSmtpPassword).toEqual({ set: true, last4: null });

  await save(parlor, { aiGreeting: "Hello" });
  expect(await read(parlor)).toMatchObject({
    openaiApiKey: { set: true, last4: "abcd" },
    stripeSecretKey: { set: true, last4: "ijkl" },
  });
  for (const name of Object.keys(SECRETS)) await save(parlor, { [name]: "" });
  const cleared = await read(parlor);
  for (const name of Object.keys(SECRETS))
    expect(cleared[name]).toEqual({ set: false, last4: null });
  expect(JSON.stringify(parlor.app.db.query("select * from audit_logs").all())).not.toContain(
    "1234567890",
  );
});

test("only administrators can read these settings", async () => {
  const parlor = testApp();
  await save(parlor, { ...SECRETS, ...PASSWORD, aiBusinessDescription: "We cut hair." });
  const { body } = await parlor.person("user", ["/memberships"]).request("GET", PATH);
  const names = Object.keys(body).filter((name) =>
    /stripe|openai|eleven|google|^ai|membership|Thank|Reminder/i.test(name),
  );
  expect(names).toEqual([]);
});

test.each([
  ["stripePublishableKey", "sk_test_1", "A publishable key starts with pk_"],
  ["stripeSecretKey", "pk_test_1", "A secret key starts with sk_ (a restricted one with rk_)"],
  ["stripeWebhookSecret", "sk_test_1", "A webhook signing secret starts with whsec_"],
  ["stripePortalConfigId", "portal", "A portal configuration starts with bpc_"],
  ["openaiApiKey", "sk 1", "A key has no spaces"],
  ["googlePlaceId", "My salon, Austin", "A key has no spaces"],
  ["membershipSmtpPort", 0, "Port must be between 1 and 65535"],
  ["membershipSmtpPort", "many", "Port must be a number"],
  ["membershipSmtpHost", "a b", "Use a server's name such as smtp.example.com"],
  ["membershipSmtpFromName", "A\r\nBcc: x", "Use a single line"],
  ["googleReviewsCacheDurationMinutes", 0, "Minutes must be at least 1"],
  ["googleReviewsCacheDurationMinutes", 10_081, "Minutes must be at most 10080"],
  ["appointmentThankYouDelayMinutes", -1, "Delay must be at least 0"],
  ["appointmentThankYouDelayMinutes", 1441, "Delay must be at most 1440"],
  ["appointmentThankYouMessage", "  ", "The thank-you cannot be empty"],
  ["appointmentReminderMessage", "x".repeat(1601), "A text can be up to 1,600 characters"],
  ["appointmentReminderTime", "10", "Use a time such as 09:00"],
  ["membershipDomain", "https://members.example.com", "Use a domain such as"],
  ["membershipDomain", "localhost", "Use a domain such as"],
  ["statementName", "Halc", "Use 5 to 22 letters"],
  ["statementName", "Halcyon *Hair*", "Don't use"],
  ["verificationCountries", [], "Add at least one country"],
  ["verificationCountries", ["US", "Canada"], "Use two-letter country codes such as US, CA"],
  ["verificationCountries", ["US", "XX"], "XX isn't a country with phone numbers"],
  ["statementName", "12345", "Use at least one letter"],
  ["systemWorkEndTime", "09:00", "The working day must end after it starts"],
  ["messageCount", 0, "Message count must be at least 1"],
  ["messageCount", "x", "Message count must be a number"],
  ["delaySeconds", "0", "Delay must be at least 1 second"],
])("%s cannot be %p", async (field, value, message) => {
  const parlor = testApp();
  const before = await read(parlor);
  const { status, body } = await save(parlor, { [field]: value });
  expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
  expect(body.errors[field]).toStartWith(message);
  expect(await read(parlor)).toEqual(before);
});

test.each([
  ["stripePublishableKey", "pk_live_1"],
  ["stripePortalConfigId", "bpc_1"],
  ["membershipDomain", "members.halcyon.example"],
  ["statementName", "HALCYON HAIR"],
  ["googlePlaceId", "ChIJ-N_1"],
  ["appointmentThankYouDelayMinutes", 1440],
  ["appointmentThankYouDelayMinutes", 0],
])("%s can be %p, and can be empty again where it is text", async (field, value) => {
  const parlor = testApp();
  expect((await save(parlor, { [field]: value })).status).toBe(200);
  expect((await read(parlor))[field]).toBe(value);
  if (typeof value !== "string") return;
  expect((await save(parlor, { [field]: "" })).status).toBe(200);
  expect((await read(parlor))[field]).toBe("");
});

test.each([
  [{ stripePublishableKey: "pk_test_1" }, { stripeSecretKey: "sk_live_1" }, "stripeSecretKey"],
  [{ stripeSecretKey: "sk_live_1" }, { stripePublishableKey: "pk_test_1" }, "stripePublishableKey"],
  [{}, { stripePublishableKey: "pk_test_1", stripeSecretKey: "sk_live_1" }, "stripePublishableKey"],
])("after %j, Stripe's keys %j are refused: one is for tests", async (before, change, field) => {
  const parlor = testApp();
  await save(parlor, before);
  const { status, body } = await save(parlor, change);
  expect([status, Object.keys(body.errors)]).toEqual([400, [field]]);
  expect(body.errors[field]).toContain(
    "The publishable key is for tests, the secret key for real payments",
  );
  const both = { stripePublishableKey: "pk_live_1", stripeSecretKey: "sk_live_1" };
  expect((await save(parlor, both)).status).toBe(200);
});

test("a restricted Stripe key is a secret key too", async () => {
  expect((await save(testApp(), { stripeSecretKey: "rk_test_1" })).status).toBe(200);
});

test("numbers may arrive as text, and an invalid delay becomes 0", async () => {
  const parlor = testApp();
  await save(parlor, { smtpPort: "2525", messageCount: "3", appointmentThankYouDelayMinutes: "x" });
  expect(await read(parlor)).toMatchObject({
    smtpPort: 2525,
    messageCount: 3,
    appointmentThankYouDelayMinutes: 0,
  });
});

test("working hours are validated against the saved and the sent values", async () => {
  const parlor = testApp();
  expect((await save(parlor, { systemWorkStartTime: "18:00" })).status).toBe(400);
  const both = { systemWorkStartTime: "18:00", systemWorkEndTime: "23:30" };
  expect((await save(parlor, both)).status).toBe(200);
});

test("a key with the wrong prefix is refused, and one with the right prefix accepted", async () => {
  const parlor = testApp();
  const rest = fc.stringMatching(/^[A-Za-z0-9]{1,40}$/);
  const begin = fc.constantFrom("pk_", "sk_", "rk_", "whsec_", "bpc_", "");
  const fits: Record<string, RegExp> = {
    stripePublishableKey: /^pk_/,
    stripeSecretKey: /^[sr]k_/,
    stripeWebhookSecret: /^whsec_/,
    stripePortalConfigId: /^bpc_/,
  };
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...Object.keys(fits)), begin, rest, async (field, a, b) => {
      const { status } = await save(parlor, { [field]: a + b });
      expect(status).toBe(fits[field]?.test(a + b) ? 200 : 400);
    }),
    { numRuns: 60 },
  );
});

const GENERAL = {
  smtpHost: "smtp.salon.example",
  smtpUser: "desk@salon.example",
  smtpPassword: "one",
  smtpFromName: "Halcyon",
};

test("membership mail uses its own server, and the general one while that is empty", async () => {
  const parlor = testApp();
  const test = () => parlor.admin.request("POST", `${PATH}/test-membership-smtp`);
  expect((await test()).status).toBe(400);
  await save(parlor, GENERAL);
  expect(await test()).toMatchObject({ status: 200, body: { email: "admin1@example.com" } });
  await save(parlor, {
    membershipSmtpHost: "smtp.members.example",
    membershipSmtpUser: "members@salon.example",
  });
  // Its user has no password yet: not the general one's.
  expect((await test()).status).toBe(400);
  await save(parlor, { membershipSmtpPassword: "two" });
  await test();
  expect(parlor.mail.sent.map(({ from }) => from)).toEqual([
    "desk@salon.example",
    "members@salon.example",
  ]);
  const actions = parlor.app.db
    .query<{ n: number }, []>(
      "select count(*) as n from audit_logs where action = 'settings.test_membership_smtp'",
    )
    .get();
  expect(actions?.n).toBe(4);
});

test("a restricted key that can't read refunds is found before one is missed", async () => {
  const payments = {
    check: async () => checkPassed("Fine."),
    reversalsSince: async () => ({ kind: "refused", message: "not permitted" }),
  } as unknown as PaymentsProvider;
  const { admin } = testApp({ providers: { payments: async () => payments } });
  const check = async (stripeSecretKey: string) => {
    await admin.request("POST", "/api/settings", { stripeSecretKey });
    return (await admin.request("POST", "/api/settings/test-stripe")).body;
  };
  expect(await check("sk_test_1")).toMatchObject({ ok: true });
  expect(await check("rk_test_1")).toMatchObject({
    ok: false,
    message: expect.stringContaining("can't read refunds and disputes"),
  });
});
