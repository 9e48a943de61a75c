import { expect, test } from "bun:test";
import { requirePaymentsProvider } from "#src/billing/stripe-provider.ts";
import { watchConditions } from "#src/platform/alerts/alerts.ts";
import { heartbeats } from "#src/platform/http/health.ts";
import type { Carrier } from "#src/platform/providers/carrier.ts";
import { checkFailed, checkPassed } from "#src/platform/providers/check.ts";
import type { PaymentsProvider } from "#src/platform/providers/payments.ts";
import { recordReach } from "#src/platform/reachability.ts";
import { clearMissedTexts, pauseSending, recordMissedText } from "#src/platform/sending-state.ts";
import { saveSettings } from "#src/platform/settings/settings.ts";
import { probeSilentServices } from "#src/probe-silent-services.ts";
import { newFolder } from "#tests/support/binary.ts";
import { letPass } from "#tests/support/passing-time.ts";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";

const HOUR = 60 * 60 * 1000;

/** A salon with a mail server, and a second admin who hears of everything too. */
function salon(more: Parameters<typeof testApp>[0] = {}): TestApp {
  const given = testApp(more);
  saveSettings(given.app, given.admin.actor, {
    smtpHost: "mail.example.com",
    smtpPort: 587,
    smtpFromAddress: "salon@example.com",
    businessName: "Halcyon",
  });
  given.person("admin", []);
  given.person("user", ["/"]);
  given.person("admin", [], false);
  return given;
}

const look = ({ app }: TestApp) => watchConditions(app);
const pause = ({ app }: TestApp) => pauseSending(app, "Twilio refused the sign-in");
const listMails = ({ mail }: TestApp) => mail.sent.map(({ to, subject }) => [to, subject]);

test("a condition is mailed once, then daily, and its end once", async () => {
  const given = salon();
  await look(given);
  expect(listMails(given)).toEqual([]);
  pause(given);
  await look(given);
  await look(given);
  expect(listMails(given)).toEqual([
    ["admin2@example.com", "Halcyon: Sending is paused"],
    ["admin1@example.com", "Halcyon: Sending is paused"],
  ]);
  const [first] = given.mail.sent;
  expect(first?.text).toContain("Twilio refused the sign-in. Then press Resume in Settings");
  expect(first?.text).toContain("https://salon.example.com");

  given.clock.now += 23 * HOUR;
  await look(given);
  expect(given.mail.sent).toHaveLength(2);
  given.clock.now += HOUR;
  await look(given);
  expect(given.mail.sent).toHaveLength(4);
  expect(given.mail.sent[2]?.text).toStartWith("This has been the case since Nov 20, 2026");

  await given.admin.request("POST", "/api/settings/resume-sending");
  await look(given);
  await look(given);
  expect(listMails(given).slice(4)).toEqual([
    ["admin2@example.com", "Halcyon: resolved: Sending is paused"],
    ["admin1@example.com", "Halcyon: resolved: Sending is paused"],
  ]);
});

test("a restart in between repeats nothing", async () => {
  const given = salon();
  pause(given);
  await look(given);
  const restarted = { ...given.app };
  await watchConditions(restarted);
  expect(given.mail.sent).toHaveLength(2);
});

test("without mail, alerts are on the dashboard, and are mailed when mail works again", async () => {
  const given = salon();
  given.mail.answer = () => ({ kind: "refused", message: "No." });
  pause(given);
  await look(given);
  const { body } = await given.admin.request("GET", "/api/alerts");
  expect(body).toEqual([
    {
      name: "sending-paused",
      title: "Sending is paused",
      inSettings: true,
      message: expect.stringContaining("Twilio refused the sign-in"),
      since: new Date(given.clock.now).toISOString(),
    },
  ]);
  given.mail.answer = undefined;
  await look(given);
  expect(given.mail.sent).toEqual([]);
  given.clock.now += HOUR / 4;
  await look(given);
  expect(given.mail.sent).toHaveLength(2);
});

test("an alert that was never sent ends silently", async () => {
  const given = salon();
  given.mail.answer = () => ({ kind: "refused", message: "No." });
  pause(given);
  await look(given);
  given.mail.answer = undefined;
  await given.admin.request("POST", "/api/settings/resume-sending");
  await look(given);
  expect(given.mail.sent).toEqual([]);
  expect((await given.admin.request("GET", "/api/alerts")).body).toEqual([]);
});

test("admins' screens are updated", async () => {
  const given = salon();
  const changes: string[] = [];
  given.app.events.listen(({ resource }) => resource === "alerts" && changes.push(resource));
  await look(given);
  expect(changes).toEqual([]);
  pause(given);
  await look(given);
  expect(changes).toEqual(["alerts"]);
});

const openNow = async (given: TestApp) => {
  await look(given);
  const { body } = await given.admin.request("GET", "/api/alerts");
  return body.map(({ name }: { name: string }) => name);
};

test("a sender that is silent for a minute raises an alert", async () => {
  const given = salon();
  const lastTurn = given.clock.now;
  heartbeats.set(given.app, { lastTurn: () => lastTurn });
  expect(await openNow(given)).toEqual([]);
  given.clock.now += 61_000;
  expect(await openNow(given)).toEqual(["sender-stalled"]);
});

test("a carrier that doesn't answer for five minutes raises an alert until a text is accepted", async () => {
  const given = salon();
  const { app, admin, clock, sms } = given;
  const reason = "Twilio can't be reached";
  sms.answer = () => ({ kind: "busy", pauseMs: 1_000, reason, unreachable: true });
  const id = contact(app, admin, "Ada", "+12025550111");
  const form = { name: "A", message: "Hi", skipCheck: true, contactIds: [id] };
  await admin.request("POST", "/api/campaigns", form);
  await letPass(given, 200);
  expect(await openNow(given)).toEqual([]);
  clock.now += 6 * 60_000;
  await letPass(given, 200);
  expect(await openNow(given)).toEqual(["twilio-unreachable"]);
  sms.answer = undefined;
  await letPass(given, 8_000, 500);
  expect(sms.sent).toHaveLength(1);
  expect(await openNow(given)).toEqual([]);
});

test("a silent Stripe raises an alert until it answers a probe", async () => {
  const till = { isDown: true };
  const answer = async () =>
    till.isDown
      ? { kind: "unreachable", message: "Stripe can't be reached." }
      : { kind: "done", value: undefined };
  const check = async () => (till.isDown ? checkFailed("Silence", true) : checkPassed("Connected"));
  const payments = { check, readInvoice: answer } as unknown as PaymentsProvider;
  const given = salon({ providers: { payments: async () => payments } });
  saveSettings(given.app, given.admin.actor, { stripeSecretKey: "sk_test_1" });
  await (await requirePaymentsProvider(given.app)).readInvoice("in_1");
  given.clock.now += 6 * 60_000;
  await probeSilentServices(given.app);
  expect(await openNow(given)).toEqual(["stripe-unreachable"]);
  till.isDown = false;
  await probeSilentServices(given.app);
  expect(await openNow(given)).toEqual([]);
});

test("a Twilio that answers a probe with a refusal is not silent anymore", async () => {
  const answer = { current: checkFailed("Silence", true) };
  const given = salon({
    providers: {
      twilio: async () => ({ check: async () => answer.current }) as unknown as Carrier,
    },
  });
  recordReach(given.app, "twilio", false);
  given.clock.now += 6 * 60_000;
  await probeSilentServices(given.app);
  expect(await openNow(given)).toEqual(["twilio-unreachable"]);
  answer.current = checkFailed("Twilio refused the sign-in");
  await probeSilentServices(given.app);
  expect(await openNow(given)).toEqual([]);
});

test("five forged webhooks within an hour raise an alert, four don't", async () => {
  const given = salon();
  const forged = () =>
    given.hono.request("/api/twilio/webhook", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "MessageSid=SM1&From=%2B12025550111",
    });
  for (let n = 0; n < 4; n += 1) expect((await forged()).status).toBe(403);
  expect(await openNow(given)).toEqual([]);
  await forged();
  expect(await openNow(given)).toEqual(["webhooks-refused"]);
  given.clock.now += HOUR;
  expect(await openNow(given)).toEqual([]);
});

test("texts that could not be saved pause sending and raise an alert until they are fetched", async () => {
  const given = salon();
  recordMissedText(given.app);
  expect(await openNow(given)).toEqual(["texts-missed"]);
  clearMissedTexts(given.app);
  expect(await openNow(given)).toEqual([]);
});

test("a full disk raises an alert, which a little free space doesn't end", async () => {
  const given = salon({ config: { dataFolder: newFolder("disk") } });
  expect(await openNow(given)).toEqual([]);
  const low = { ...given.app, config: { ...given.app.config, diskLowBytes: 2 ** 60 } };
  await watchConditions(low);
  expect(given.mail.sent[0]?.text).toContain(
    "Texts and opt-outs still work; imports, exports and backups are on hold.",
  );
});

test("with the disk full, the alert is still remembered, shown and mailed", async () => {
  const given = salon();
  pause(given);
  given.app.db.run("PRAGMA query_only = ON");
  await look(given);
  await look(given);
  expect(given.mail.sent).toHaveLength(2);
  given.app.db.run("PRAGMA query_only = OFF");
  expect(await openNow(given)).toEqual(["sending-paused"]);
  expect(given.mail.sent).toHaveLength(2);
});
