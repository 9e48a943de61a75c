import { expect, test } from "bun:test";
import { requirePaymentsProvider } from "#src/billing/stripe-provider.ts";
import { probeSilentServices } from "#src/jobs.ts";
import { watchConditions } from "#src/platform/alerts/alerts.ts";
import { heartbeats } from "#src/platform/http/health.ts";
import { checkFailed, checkPassed } from "#src/platform/providers/check.ts";
import type { PaymentsProvider } from "#src/platform/providers/payments.ts";
import { twilioSetup } from "#src/platform/providers/twilio/setup.ts";
import type { TwilioConnection } from "#src/platform/providers/twilio/twilio.ts";
import { recordReach } from "#src/platform/reachability.ts";
import { clearMissedTexts, pauseSending, recordMissedText } from "#src/platform/sending-state.ts";
import { saveSettings } from "#src/platform/settings/settings.ts";
import { newFolder } from "#tests/support/binary.ts";
import { letPass } from "#tests/support/passing-time.ts";
import { contact, type TestApp, testApp } from "#tests/support/test-app.ts";

const HOUR = 60 * 60 * 1000;

/** A salon with a mail server, and a second admin who hears of everything too. */
function salon(more: Parameters<typeof testApp>[0] = {}): TestApp {
  const parlor = testApp(more);
  saveSettings(parlor.app, parlor.admin.actor, {
    smtpHost: "mail.example.com",
    smtpPort: 587,
    smtpFromAddress: "salon@example.com",
    businessName: "Halcyon",
  });
  parlor.person("admin", []);
  parlor.person("user", ["/"]);
  parlor.person("admin", [], false);
  return parlor;
}

const look = ({ app }: TestApp) => watchConditions(app);
const pause = ({ app }: TestApp) => pauseSending(app, "Twilio refused the sign-in");
const listMails = ({ mail }: TestApp) => mail.sent.map(({ to, subject }) => [to, subject]);

test("a condition is mailed once, then daily, and its end once", async () => {
  const parlor = salon();
  await look(parlor);
  expect(listMails(parlor)).toEqual([]);
  pause(parlor);
  await look(parlor);
  await look(parlor);
  expect(listMails(parlor)).toEqual([
    ["admin2@example.com", "Halcyon: Sending is paused"],
    ["admin1@example.com", "Halcyon: Sending is paused"],
  ]);
  const [first] = parlor.mail.sent;
  expect(first?.text).toContain("Twilio refused the sign-in. Then press Resume in Settings");
  expect(first?.text).toContain("https://salon.example.com");

  parlor.clock.now += 23 * HOUR;
  await look(parlor);
  expect(parlor.mail.sent).toHaveLength(2);
  parlor.clock.now += HOUR;
  await look(parlor);
  expect(parlor.mail.sent).toHaveLength(4);
  expect(parlor.mail.sent[2]?.text).toStartWith("This has been the case since Nov 20, 2026");

  await parlor.admin.request("POST", "/api/settings/resume-sending");
  await look(parlor);
  await look(parlor);
  expect(listMails(parlor).slice(4)).toEqual([
    ["admin2@example.com", "Halcyon: resolved: Sending is paused"],
    ["admin1@example.com", "Halcyon: resolved: Sending is paused"],
  ]);
});

test("a restart in between repeats nothing", async () => {
  const parlor = salon();
  pause(parlor);
  await look(parlor);
  const restarted = { ...parlor.app };
  await watchConditions(restarted);
  expect(parlor.mail.sent).toHaveLength(2);
});

test("without mail, alerts are on the dashboard, and are mailed when mail works again", async () => {
  const parlor = salon();
  parlor.mail.answer = () => ({ kind: "refused", message: "No." });
  pause(parlor);
  await look(parlor);
  const { body } = await parlor.admin.request("GET", "/api/alerts");
  expect(body).toEqual([
    {
      name: "sending-paused",
      title: "Sending is paused",
      message: expect.stringContaining("Twilio refused the sign-in"),
      links: [{ path: "/settings/salon#connections", label: "Settings, Connections" }],
      since: new Date(parlor.clock.now).toISOString(),
    },
  ]);
  parlor.mail.answer = undefined;
  await look(parlor);
  expect(parlor.mail.sent).toEqual([]);
  parlor.clock.now += HOUR / 4;
  await look(parlor);
  expect(parlor.mail.sent).toHaveLength(2);
});

test("an alert that was never sent ends silently", async () => {
  const parlor = salon();
  parlor.mail.answer = () => ({ kind: "refused", message: "No." });
  pause(parlor);
  await look(parlor);
  parlor.mail.answer = undefined;
  await parlor.admin.request("POST", "/api/settings/resume-sending");
  await look(parlor);
  expect(parlor.mail.sent).toEqual([]);
  expect((await parlor.admin.request("GET", "/api/alerts")).body).toEqual([]);
});

test("admins' screens are updated", async () => {
  const parlor = salon();
  const changes: string[] = [];
  parlor.app.events.listen(({ resource }) => resource === "alerts" && changes.push(resource));
  await look(parlor);
  expect(changes).toEqual([]);
  pause(parlor);
  await look(parlor);
  expect(changes).toEqual(["alerts"]);
});

const openNow = async (parlor: TestApp) => {
  await look(parlor);
  const { body } = await parlor.admin.request("GET", "/api/alerts");
  return body.map(({ name }: { name: string }) => name);
};

test("a sender that is silent for a minute raises an alert", async () => {
  const parlor = salon();
  const lastTurn = parlor.clock.now;
  heartbeats.set(parlor.app, { lastTurn: () => lastTurn });
  expect(await openNow(parlor)).toEqual([]);
  parlor.clock.now += 61_000;
  expect(await openNow(parlor)).toEqual(["sender-stalled"]);
});

test("a carrier that doesn't answer for five minutes raises an alert until a text is accepted", async () => {
  const parlor = salon();
  const { app, admin, clock, sms } = parlor;
  const reason = "Twilio can't be reached";
  sms.answer = () => ({ kind: "busy", pauseMs: 1_000, reason, unreachable: true });
  const id = contact(app, admin, "Ada", "+12025550111");
  const form = { name: "A", message: "Hi", skipCheck: true, contactIds: [id] };
  await admin.request("POST", "/api/campaigns", form);
  await letPass(parlor, 200);
  expect(await openNow(parlor)).toEqual([]);
  clock.now += 6 * 60_000;
  await letPass(parlor, 200);
  expect(await openNow(parlor)).toEqual(["twilio-unreachable"]);
  sms.answer = undefined;
  await letPass(parlor, 8_000, 500);
  expect(sms.sent).toHaveLength(1);
  expect(await openNow(parlor)).toEqual([]);
});

test("a silent Stripe raises an alert until it answers a probe", async () => {
  const till = { isDown: true };
  const answer = async () =>
    till.isDown
      ? { kind: "unreachable", message: "Stripe can't be reached." }
      : { kind: "done", value: undefined };
  const check = async () => (till.isDown ? checkFailed("Silence", true) : checkPassed("Connected"));
  const payments = { check, readInvoice: answer } as unknown as PaymentsProvider;
  const parlor = salon({ providers: { payments: async () => payments } });
  saveSettings(parlor.app, parlor.admin.actor, { stripeSecretKey: "sk_test_1" });
  await (await requirePaymentsProvider(parlor.app)).readInvoice("in_1");
  parlor.clock.now += 6 * 60_000;
  await probeSilentServices(parlor.app);
  expect(await openNow(parlor)).toEqual(["stripe-unreachable"]);
  till.isDown = false;
  await probeSilentServices(parlor.app);
  expect(await openNow(parlor)).toEqual([]);
});

test("a Twilio that answers a probe with a refusal is not silent anymore", async () => {
  const answer = { current: checkFailed("Silence", true) };
  const parlor = salon({
    providers: {
      carrier: twilioSetup(
        async () => ({ check: async () => answer.current }) as unknown as TwilioConnection,
      ),
    },
  });
  recordReach(parlor.app, "carrier", false);
  parlor.clock.now += 6 * 60_000;
  await probeSilentServices(parlor.app);
  expect(await openNow(parlor)).toEqual(["twilio-unreachable"]);
  answer.current = checkFailed("Twilio refused the sign-in");
  await probeSilentServices(parlor.app);
  expect(await openNow(parlor)).toEqual([]);
});

test("five forged webhooks within an hour raise an alert, four don't", async () => {
  const parlor = salon();
  const forged = () =>
    parlor.hono.request("/api/twilio/webhook", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: "MessageSid=SM1&From=%2B12025550111",
    });
  for (let n = 0; n < 4; n += 1) expect((await forged()).status).toBe(403);
  expect(await openNow(parlor)).toEqual([]);
  await forged();
  expect(await openNow(parlor)).toEqual(["webhooks-refused"]);
  parlor.clock.now += HOUR;
  expect(await openNow(parlor)).toEqual([]);
});

test("texts that could not be saved pause sending and raise an alert until they are fetched", async () => {
  const parlor = salon();
  recordMissedText(parlor.app);
  expect(await openNow(parlor)).toEqual(["texts-missed"]);
  clearMissedTexts(parlor.app);
  expect(await openNow(parlor)).toEqual([]);
});

test("a full disk raises an alert, which a little free space doesn't end", async () => {
  const parlor = salon({ config: { dataFolder: newFolder("disk") } });
  expect(await openNow(parlor)).toEqual([]);
  const low = { ...parlor.app, config: { ...parlor.app.config, diskLowBytes: 2 ** 60 } };
  await watchConditions(low);
  expect(parlor.mail.sent[0]?.text).toContain(
    "Texts and opt-outs still work; imports, exports and backups are on hold.",
  );
});

test("with the disk full, the alert is still remembered, shown and mailed", async () => {
  const parlor = salon();
  pause(parlor);
  parlor.app.db.run("PRAGMA query_only = ON");
  await look(parlor);
  await look(parlor);
  expect(parlor.mail.sent).toHaveLength(2);
  parlor.app.db.run("PRAGMA query_only = OFF");
  expect(await openNow(parlor)).toEqual(["sending-paused"]);
  expect(parlor.mail.sent).toHaveLength(2);
});
