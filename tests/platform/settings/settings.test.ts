import { expect, spyOn, test } from "bun:test";
import { createApp } from "#src/create-app.ts";
import { createSecretBox } from "#src/platform/secrets/secret-box.ts";
import { findSecret, getSettings, saveSettings } from "#src/platform/settings/settings.ts";
import { createServer } from "#src/server.ts";
import { letPass } from "#tests/support/passing-time.ts";
import {
  ACCOUNT_SID,
  AUTH_TOKEN,
  contact,
  type TestApp,
  testApp,
} from "#tests/support/test-app.ts";

const PATH = "/api/settings";

async function read({ admin }: TestApp) {
  return (await admin.request("GET", PATH)).body;
}

async function save({ admin }: TestApp, change: unknown) {
  const { status, body } = await admin.request("POST", PATH, change);
  return [status, body.message ?? body];
}

function dumpSettings({ app }: TestApp): string {
  return JSON.stringify(app.db.query("select * from settings").all());
}

test("a secret is encrypted in the table and reads back as its last four", async () => {
  const parlor = testApp();
  expect((await read(parlor)).twilioAuthToken).toEqual({ set: true, last4: "ests" });
  expect(dumpSettings(parlor)).toContain("twilioAuthToken");
  expect(dumpSettings(parlor)).not.toContain(AUTH_TOKEN);
  const { value } = parlor.app.db
    .query<{ value: string }, []>("select value from settings where name = 'twilioAuthToken'")
    .get() ?? { value: "" };
  expect(JSON.parse(value)).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]{16}\.[\w-]+$/);
  await parlor.admin.request("POST", PATH, { twilioAuthToken: AUTH_TOKEN });
  expect(dumpSettings(parlor)).not.toContain(value);
});

test("only the fields sent are changed: an omitted secret stays, an empty one is cleared", async () => {
  const parlor = testApp();
  const before = await read(parlor);
  parlor.clock.now += 1000;
  await save(parlor, { businessName: " Arch & Co ", quietHoursEnabled: false });
  expect(await read(parlor)).toEqual({
    ...before,
    businessName: "Arch & Co",
    quietHoursEnabled: false,
    updatedAt: new Date(parlor.clock.now).toISOString(),
  });
  await save(parlor, { twilioAuthToken: "" });
  expect((await read(parlor)).twilioAuthToken).toEqual({ set: false, last4: null });
  const { body } = await parlor.admin.request("POST", `${PATH}/test-twilio`);
  expect(body).toEqual({
    ok: false,
    message: "Save the Account SID, the auth token and the phone number first.",
  });
});

test("with another key the server works, and shows that connection as not set up", async () => {
  const parlor = testApp();
  const secrets = createSecretBox(new Uint8Array(32).fill(8));
  const app = createApp({ ...parlor.app, secrets });
  const hono = createServer(app);
  const elsewhere = { ...parlor, app, hono };
  const { cookie } = await loginCookie(parlor);
  const answer = await hono.request(PATH, { headers: { cookie } });
  const settings = (await answer.json()) as Record<string, unknown>;
  expect(settings["twilioAuthToken"]).toEqual({ set: false, last4: null });
  expect(settings["twilioAccountSid"]).toBe(ACCOUNT_SID);
  const id = contact(app, parlor.admin, "Ada", "+12025550111");
  const wanted = JSON.stringify({ name: "A", message: "Hi", contactIds: [id] });
  const headers = { cookie, "content-type": "application/json" };
  const campaign = await hono.request("/api/campaigns", { method: "POST", headers, body: wanted });
  expect((await campaign.json()) as object).toMatchObject({ status: "failed" });
  await letPass(elsewhere, 500, 250);
  expect(parlor.sms.sent).toEqual([]);
});

/** A session of an administrator that another server on the same database knows too. */
async function loginCookie({ visitor, app }: TestApp) {
  const hash = await Bun.password.hash("whatever", {
    algorithm: "argon2id",
    memoryCost: 8,
    timeCost: 1,
  });
  app.db.query("update users set password_hash = ?").run(hash);
  const login = { username: "admin1", password: "whatever" };
  const { headers } = await visitor("POST", "/api/login", login);
  return { cookie: headers.getSetCookie()[0]?.split(";")[0] ?? "" };
}

test("other users read only what their screens need, and write nothing", async () => {
  const parlor = testApp();
  const mia = parlor.person("user", []);
  const { status, body } = await mia.request("GET", PATH);
  expect([status, Object.keys(body).sort()]).toEqual([
    200,
    [
      "appointmentConfirmationMessage",
      "businessAddress",
      "businessEmail",
      "businessName",
      "businessPhone",
      "campaignTemplate",
      "canText",
      "costPerSegment",
      "country",
      "currency",
      "delaySeconds",
      "demo",
      "messageCount",
      "simulatedCarrier",
      "systemWorkEndTime",
      "systemWorkStartTime",
      "timeZone",
    ],
  ]);
  expect((await mia.request("POST", PATH, { businessName: "Mine" })).status).toBe(403);
  expect((await read(parlor)).businessName).toBe("");
});

test("until they are set, the specification's defaults apply", async () => {
  expect(await read(testApp({ connected: false }))).toMatchObject({
    costPerSegment: "0.0079",
    messageCount: 1,
    delaySeconds: 2,
    campaignTemplate: null,
    systemWorkStartTime: "09:00",
    systemWorkEndTime: "17:00",
    quietHoursEnabled: true,
    quietHoursStart: "20:00",
    quietHoursEnd: "09:00",
    country: "US",
    currency: "USD",
    twilioAuthToken: { set: false, last4: null },
  });
});

test("a setting that another administrator changed meanwhile is not overwritten unseen", async () => {
  const parlor = testApp();
  const was = { businessName: (await read(parlor)).businessName };
  await parlor.admin.request("POST", PATH, { businessName: "Halcyon" });
  const late = await parlor.admin.request("POST", PATH, { businessName: "Glow", was });
  expect([late.status, late.body.errors]).toEqual([
    409,
    {
      businessName:
        "Someone else changed this in the meantime. It's “Halcyon” now. Save again to replace it.",
    },
  ]);
  expect((await parlor.admin.request("POST", PATH, { currency: "EUR", was })).status).toBe(200);
  expect((await read(parlor)).businessName).toBe("Halcyon");
});

test.each([
  ["america/new_york", "America/New_York"],
  ["Chicago", "America/Chicago"],
  ["los angeles", "America/Los_Angeles"],
  ["UTC", "UTC"],
])("the time zone %s is saved as %s", async (timeZone, saved) => {
  const parlor = testApp();
  await parlor.admin.request("POST", PATH, { timeZone });
  expect((await read(parlor)).timeZone).toBe(saved);
});

const template = { messageCount: 1, delaySeconds: 1, message: "" };

test.each([
  ["twilioAccountSid", "AC123", "An Account SID is AC and 32 letters or digits"],
  ["twilioPhoneNumber", "12", "Invalid phone number format"],
  ["twilioMessagingServiceSid", "MG1", "A Messaging Service SID is MG and 32 letters or digits"],
  ["messageCount", 0, "Message count must be at least 1"],
  ["messageCount", 1.5, "Message count must be a whole number"],
  ["delaySeconds", 0.5, "Delay must be at least 1 second"],
  ["costPerSegment", "-1", "Cost per segment must be a number such as 0.0079"],
  ["costPerSegment", "free", "Cost per segment must be a number such as 0.0079"],
  ["webhookBaseUrl", "salon.example.com", "Use an address such as https://salon.example.com"],
  ["quietHoursStart", "24:00", "Use a time such as 09:00"],
  ["systemWorkEndTime", "9", "Use a time such as 09:00"],
  [
    "timeZone",
    "Austin",
    "There's no time zone named Austin. Try a large city with the same time, such as Chicago.",
  ],
  ["country", "usa", "Use a country code such as US"],
  ["country", "XX", "XX isn't a country with phone numbers"],
  ["businessEmail", "bad", "Invalid email address"],
  ["businessName", "x".repeat(101), "Use at most 100 characters"],
  ["currency", "$", "Use a currency code such as USD"],
  // Of these a hundred of Stripe's units are no one of theirs: clients would pay a hundredfold.
  ["currency", "JPY", "JPY can't be used, because it isn't counted in hundredths"],
  ["currency", "KWD", "KWD can't be used, because it isn't counted in hundredths"],
  ["currency", "XQZ", "There's no currency called XQZ"],
])("%s cannot be %p", async (field, value, expectedText) => {
  const parlor = testApp();
  const before = await read(parlor);
  const { status, body } = await parlor.admin.request("POST", PATH, {
    businessName: "New",
    [field]: value,
  });
  expect([status, body.message, body.errors]).toEqual([
    400,
    expectedText,
    { [field]: expectedText },
  ]);
  expect(await read(parlor)).toEqual(before);
});

test.each([
  [
    "campaignTemplate.messageCount",
    { ...template, messageCount: 0 },
    "Message count must be at least 1",
  ],
  [
    "campaignTemplate.delaySeconds",
    { ...template, delaySeconds: 0 },
    "Delay must be at least 1 second",
  ],
])("%s is named by its path", async (field, campaignTemplate, expectedText) => {
  const { body } = await testApp().admin.request("POST", PATH, { campaignTemplate });
  expect(body.errors).toEqual({ [field]: expectedText });
});

test("a number is stored as E.164 for the country saved with it", async () => {
  const parlor = testApp();
  await save(parlor, { twilioPhoneNumber: "020 7946 0958", country: "GB" });
  expect((await read(parlor)).twilioPhoneNumber).toBe("+442079460958");
});

test("saved settings apply at once, also to the running sender", async () => {
  const parlor = testApp({ connected: false });
  const id = contact(parlor.app, parlor.admin, "Ada", "+12025550111");
  const { body: chat } = await parlor.admin.request("POST", "/api/conversations", {
    contactId: id,
  });
  const text = { conversationId: chat.id, body: "Hi" };
  expect((await parlor.admin.request("POST", "/api/conversations/messages", text)).status).toBe(
    409,
  );
  await save(parlor, {
    twilioAccountSid: ACCOUNT_SID,
    twilioAuthToken: AUTH_TOKEN,
    twilioPhoneNumber: parlor.sms.from,
    webhookBaseUrl: "https://hooks.example.com/",
  });
  expect((await parlor.admin.request("POST", "/api/conversations/messages", text)).status).toBe(
    201,
  );
  await letPass(parlor, 500, 250);
  expect(parlor.sms.sent).toMatchObject([
    {
      to: "+12025550111",
      statusCallback: expect.stringContaining("https://hooks.example.com/api/"),
    },
  ]);
});

test("settings that couldn't be saved don't apply", async () => {
  const parlor = testApp();
  const { app } = parlor;
  const before = getSettings(app);
  const key = "sk_test_of_a_save_that_failed";
  const failing = spyOn(app.hooks, "applyWorkHours").mockImplementation(() => {
    throw new Error("the disk failed");
  });
  const change = { systemWorkStartTime: "07:00", stripeSecretKey: key };
  expect(() => saveSettings(app, parlor.admin.actor, change)).toThrow("the disk failed");
  failing.mockRestore();
  expect(getSettings(app)).toEqual(before);
  expect(findSecret(app, "stripeSecretKey")).not.toBe(key);
});

test("the server's page has the saved values in its fields", async () => {
  const parlor = testApp();
  await save(parlor, { businessName: "Halcyon & Daughters" });
  const page = await (await parlor.admin.open("/settings/salon")).text();
  const [field] = /<input[^>]*name="businessName"[^>]*>/.exec(page) ?? [];
  expect(field).toContain('value="Halcyon &amp; Daughters"');

  await save(parlor, { aiGreeting: "Hi, this is Halcyon." });
  const assistant = await (await parlor.admin.open("/settings/assistant")).text();
  expect(assistant).toMatch(/name="aiGreeting"[^>]*>Hi, this is Halcyon\.</);
  await save(parlor, { registrationOpen: true });
  const advanced = await (await parlor.admin.open("/settings/advanced")).text();
  const [box] = /<input[^>]*name="registrationOpen"[^>]*>/.exec(advanced) ?? [];
  expect(box).toContain("checked");
});
